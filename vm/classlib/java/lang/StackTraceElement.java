package java.lang;

public final class StackTraceElement implements java.io.Serializable {
    private final String declaringClass;
    private final String methodName;
    private final String fileName;
    private final int lineNumber;
    private boolean isOfLibrary;

    public StackTraceElement(String declaringClass, String methodName, String fileName, int lineNumber) {
        if (declaringClass == null) throw new NullPointerException("Declaring class is null");
        if (methodName == null) throw new NullPointerException("Method name is null");
        this.declaringClass = declaringClass;
        this.methodName = methodName;
        this.fileName = fileName;
        this.lineNumber = lineNumber;
    }

    /** [frame] is a word of Throwable's backtrace. */
    static StackTraceElement ofFrame(long frame) {
        StackTraceElement element =
            new StackTraceElement(className(frame), methodName(frame), fileName(frame), lineNumber(frame));
        element.isOfLibrary = isOfLibrary(frame);
        return element;
    }

    private static native String className(long frame);

    private static native String methodName(long frame);

    private static native String fileName(long frame);

    private static native int lineNumber(long frame);

    private static native boolean isOfLibrary(long frame);

    public String getModuleName() {
        return isOfLibrary ? "java.base" : null;
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
        return lineNumber == that.lineNumber && declaringClass.equals(that.declaringClass)
            && methodName.equals(that.methodName)
            && (fileName == null ? that.fileName == null : fileName.equals(that.fileName));
    }

    public int hashCode() {
        int hash = 31 * declaringClass.hashCode() + methodName.hashCode();
        return 31 * (31 * hash + (fileName == null ? 0 : fileName.hashCode())) + lineNumber;
    }

    public String toString() {
        String place = isNativeMethod() ? "Native Method" : fileName == null ? "Unknown Source"
            : lineNumber >= 0 ? fileName + ":" + lineNumber : fileName;
        return (isOfLibrary ? "java.base/" : "") + declaringClass + "." + methodName + "(" + place + ")";
    }
}
