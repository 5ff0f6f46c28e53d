package java.lang.annotation;

public interface Retention extends Annotation {
    RetentionPolicy value();
}
