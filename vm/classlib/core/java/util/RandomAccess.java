package java.util;

/** Marks lists whose get(int) takes constant time. */
public interface RandomAccess {
}
