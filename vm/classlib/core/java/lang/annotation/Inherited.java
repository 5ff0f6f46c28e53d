package java.lang.annotation;

public interface Inherited extends Annotation {
}
