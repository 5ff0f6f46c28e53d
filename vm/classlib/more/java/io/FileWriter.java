package java.io;

/** It has no objects. The class is there so that code which names it can be verified. */
public class FileWriter extends OutputStreamWriter {
    private FileWriter() {
        super(null, (java.nio.charset.Charset) null);
    }
}
