/** The small linear congruential generator that the classic programs share: 16 bits, period 65536. */
final class Random16 {
    private int seed = 74755;

    int next() {
        seed = (seed * 1309 + 13849) & 65535;
        return seed;
    }
}
