package java.lang.annotation;

public interface Target extends Annotation {
    ElementType[] value();
}
