package java.lang;

import java.lang.annotation.Annotation;

public interface SuppressWarnings extends Annotation {
    String[] value();
}
