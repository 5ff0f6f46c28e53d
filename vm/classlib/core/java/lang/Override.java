package java.lang;

import java.lang.annotation.Annotation;

public interface Override extends Annotation {
}
