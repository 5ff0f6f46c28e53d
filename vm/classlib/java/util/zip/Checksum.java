package java.util.zip;

public interface Checksum {
    void update(int b);

    default void update(byte[] bytes) {
        update(bytes, 0, bytes.length);
    }

    void update(byte[] bytes, int from, int count);

    long getValue();

    void reset();
}
