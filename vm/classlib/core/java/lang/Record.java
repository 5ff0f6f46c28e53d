package java.lang;

/** The superclass of all records, whose components are what these methods speak of. */
public abstract class Record {
    protected Record() {
    }

    public abstract boolean equals(Object other);

    public abstract int hashCode();

    public abstract String toString();
}
