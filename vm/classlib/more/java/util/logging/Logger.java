package java.util.logging;

/** It has no objects. The class is there so that code which names it can be verified. */
public class Logger {
    private Logger() {
    }
}
