package java.lang;

import java.lang.annotation.Annotation;

public interface SafeVarargs extends Annotation {
}
