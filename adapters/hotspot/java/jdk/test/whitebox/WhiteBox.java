package jdk.test.whitebox;

import java.lang.reflect.Executable;

/** What the adapter asks the JVM beside JNI and JVMTI. The JVM knows the methods by these names. */
public class WhiteBox {
    private static native void registerNatives();

    private native int getMethodCompilationLevel0(Executable method, boolean isOsr);

    private native int addCompilerDirective(String json);

    private native void removeCompilerDirective(int count);

    private native void clearMethodState0(Executable method);

    private native void deoptimizeAll();

    private native void fullGC();

    static {
        registerNatives();
    }
}
