package java.lang;

import java.util.Objects;

public final class StackTraceElement implements java.io.Serializable {
    private final String classLoaderName;
    private final String moduleName;
    private final String moduleVersion;
    private final String declaringClass;
    private final String methodName;
    private final String fileName;
    private final int lineNumber;
    /** Made by the VM: what all frames have in common goes without saying. */
    private boolean isOfVm;

    public StackTraceElement(String declaringClass, String methodName, String fileName, int lineNumber) {
        this(null, null, null, declaringClass, methodName, fileName, lineNumber);
    }

    public StackTraceElement(String classLoaderName, String moduleName, String moduleVersion, String declaringClass,
                             String methodName, String fileName, int lineNumber) {
        this.classLoaderName = classLoaderName;
        this.moduleName = moduleName;
        this.moduleVersion = moduleVersion;
        this.declaringClass = Objects.requireNonNull(declaringClass, "Declaring class is null");
        this.methodName = Objects.requireNonNull(methodName, "Method name is null");
        this.fileName = fileName;
        this.lineNumber = lineNumber;
    }

    /** [frame] is a word of Throwable's backtrace. */
    static StackTraceElement ofFrame(long frame) {
        boolean isOfLibrary = isOfLibrary(frame);
        StackTraceElement element = new StackTraceElement(isOfLibrary ? null : "app", isOfLibrary ? "java.base" : null, null,
            className(frame), methodName(frame), fileName(frame), lineNumber(frame));
        element.isOfVm = true;
        return element;
    }

    private static native String className(long frame);

    private static native String methodName(long frame);

    private static native String fileName(long frame);

    private static native int lineNumber(long frame);

    private static native boolean isOfLibrary(long frame);

    public String getClassLoaderName() {
        return classLoaderName;
    }

    public String getModuleName() {
        return moduleName;
    }

    public String getModuleVersion() {
        return moduleVersion;
    }

    public String getClassName() {
        return declaringClass;
    }

    public String getMethodName() {
        return methodName;
    }

    public String getFileName() {
        return fileName;
    }

    public int getLineNumber() {
        return lineNumber;
    }

    public boolean isNativeMethod() {
        return lineNumber == -2;
    }

    public boolean equals(Object other) {
        if (!(other instanceof StackTraceElement)) return false;
        StackTraceElement that = (StackTraceElement) other;
        return lineNumber == that.lineNumber && declaringClass.equals(that.declaringClass) && methodName.equals(that.methodName)
            && Objects.equals(fileName, that.fileName) && Objects.equals(classLoaderName, that.classLoaderName)
            && Objects.equals(moduleName, that.moduleName) && Objects.equals(moduleVersion, that.moduleVersion);
    }

    public int hashCode() {
        int hash = 31 * declaringClass.hashCode() + methodName.hashCode();
        for (String part : new String[] {classLoaderName, moduleName, moduleVersion, fileName}) hash = 31 * hash + Objects.hashCode(part);
        return 31 * hash + lineNumber;
    }

    /** The loader and the module, each ended by a slash; both when there is a loader. */
    private String origin() {
        String module = moduleName == null || moduleName.isEmpty() ? ""
            : moduleVersion == null || moduleVersion.isEmpty() ? moduleName : moduleName + "@" + moduleVersion;
        boolean hasLoader = !isOfVm && classLoaderName != null && !classLoaderName.isEmpty();
        return hasLoader ? classLoaderName + "/" + module + "/" : module.isEmpty() ? "" : module + "/";
    }

    public String toString() {
        String place = isNativeMethod() ? "Native Method" : fileName == null ? "Unknown Source"
            : lineNumber >= 0 ? fileName + ":" + lineNumber : fileName;
        return origin() + declaringClass + "." + methodName + "(" + place + ")";
    }
}
