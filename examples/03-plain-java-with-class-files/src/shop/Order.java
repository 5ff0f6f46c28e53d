package shop;

/** Knows nothing of jittest. */
public class Order {
    private static final Money SHIPPING = new Money(490);

    public static long total(long[] prices, int pieces) {
        Money sum = new Money(0);
        for (long price : prices) sum = sum.plus(new Money(price).times(pieces));
        return sum.plus(SHIPPING).cents();
    }
}
