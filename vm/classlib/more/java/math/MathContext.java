package java.math;

/** It has no objects. The class is there so that code which names it can be verified. */
public final class MathContext {
    private MathContext() {
    }
}
