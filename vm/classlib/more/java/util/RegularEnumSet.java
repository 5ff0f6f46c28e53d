package java.util;

final class RegularEnumSet<E extends Enum<E>> extends EnumSet<E> {
    RegularEnumSet(Class<E> type, E[] universe) {
        super(type, universe);
    }
}
