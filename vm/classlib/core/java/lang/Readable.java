package java.lang;

/** Into what buffers it reads, java.nio would say. */
public interface Readable {
}
