package java.lang.annotation;

public interface Repeatable extends Annotation {
    Class<? extends Annotation> value();
}
