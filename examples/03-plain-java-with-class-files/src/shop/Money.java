package shop;

/** An immutable amount: every operation makes a new one. */
public final class Money {
    private final long cents;

    public Money(long cents) {
        this.cents = cents;
    }

    public Money plus(Money other) {
        return new Money(cents + other.cents);
    }

    public Money times(int factor) {
        return new Money(cents * factor);
    }

    public long cents() {
        return cents;
    }
}
