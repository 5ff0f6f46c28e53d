package java.lang;

import java.lang.annotation.Annotation;

public interface FunctionalInterface extends Annotation {
}
