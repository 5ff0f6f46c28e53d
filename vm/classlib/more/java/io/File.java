package java.io;

/** It has no objects. The class is there so that code which names it can be verified. */
public class File {
    private File() {
    }
}
