package java.lang;

import java.lang.annotation.Annotation;

public interface Deprecated extends Annotation {
    String since();

    boolean forRemoval();
}
