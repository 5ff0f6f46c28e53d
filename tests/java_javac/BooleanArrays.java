/* Arrays of boolean and of byte share their bytecodes. */
class BooleanArrays {
    static boolean[] f = new boolean[100]; byte[] b = new byte[10];
    static boolean and(int i) { return i % 3 == 0; }
    static int go(boolean[] z, boolean[][] g, byte[] by, Object o, int n) {
        int c = 0;
        boolean[] loc = n > 50 ? z : f;
        byte[] lb = n > 50 ? by : new byte[100];
        for (int i = 0; i < n; i++) {
            z[i] = and(i) || i == 7; g[i % 5][i % 7] = i > 5 && and(i); by[i] = (byte) (i * 77); f[i] = z[i]; loc[i] ^= true; lb[i] += i;
            ((boolean[]) o)[0] = and(i);
        }
        for (int i = 0; i < n; i++) c = c * 31 + (z[i] ? 1 : 0) + by[i] + (f[i] ? 2 : 0) + (g[i % 5][i % 7] ? 4 : 0) + lb[i] + (loc[i] ? 8 : 0);
        return c;
    }
    public static void main(String[] a) {
        for (int i = 0; i < 20; i++) System.out.println(go(new boolean[100], new boolean[5][7], new byte[100], new boolean[1], 40 + i));
    }
}
