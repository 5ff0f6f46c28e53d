package java.io;

/** System.out and System.err: text goes to the VM's streams as UTF-8. */
public class PrintStream {
    private final int stream;

    /** 1: output, 2: error. */
    PrintStream(int stream) {
        this.stream = stream;
    }

    /** For System alone. */
    public static PrintStream ofVirtualMachine(int stream) {
        return new PrintStream(stream);
    }

    private static native void write(int stream, String text);

    public native void flush();

    public void print(String text) {
        write(stream, text == null ? "null" : text);
    }

    public void print(Object object) {
        print(String.valueOf(object));
    }

    public void print(char[] chars) {
        print(new String(chars));
    }

    public void print(boolean value) {
        print(String.valueOf(value));
    }

    public void print(char value) {
        print(String.valueOf(value));
    }

    public void print(int value) {
        print(String.valueOf(value));
    }

    public void print(long value) {
        print(String.valueOf(value));
    }

    public void print(float value) {
        print(String.valueOf(value));
    }

    public void print(double value) {
        print(String.valueOf(value));
    }

    public void println() {
        print("\n");
    }

    public void println(String text) {
        print(text + "\n");
    }

    public void println(Object object) {
        println(String.valueOf(object));
    }

    public void println(char[] chars) {
        println(new String(chars));
    }

    public void println(boolean value) {
        println(String.valueOf(value));
    }

    public void println(char value) {
        println(String.valueOf(value));
    }

    public void println(int value) {
        println(String.valueOf(value));
    }

    public void println(long value) {
        println(String.valueOf(value));
    }

    public void println(float value) {
        println(String.valueOf(value));
    }

    public void println(double value) {
        println(String.valueOf(value));
    }
}
