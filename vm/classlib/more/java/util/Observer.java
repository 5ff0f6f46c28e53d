package java.util;

@Deprecated
public interface Observer {
    void update(Observable observed, Object argument);
}
