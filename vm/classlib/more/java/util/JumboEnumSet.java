package java.util;

final class JumboEnumSet<E extends Enum<E>> extends EnumSet<E> {
    JumboEnumSet(Class<E> type, E[] universe) {
        super(type, universe);
    }
}
