/* What exceptions of the library say, and how the smallest floats and doubles look. */
class Messages {
    static void fail(int kind) {
        int[] five = new int[5];
        Object[] strings = new String[2];
        switch (kind) {
            case 0:
                "abc".charAt(7);
                break;
            case 1:
                System.arraycopy(five, 0, five, 3, 5);
                break;
            case 2:
                System.arraycopy(five, 4, five, 0, 2);
                break;
            case 3:
                System.arraycopy(five, -1, five, 0, 2);
                break;
            case 4:
                System.arraycopy(strings, 0, strings, 3, 1);
                break;
            case 5:
                System.arraycopy(strings, 0, strings, -3, 1);
                break;
            case 6:
                System.arraycopy(five, 0, new long[5], 0, 1);
                break;
            case 7:
                System.arraycopy(five, 0, strings, 0, 1);
                break;
            case 8:
                System.arraycopy(strings, 0, five, 0, 1);
                break;
            case 9:
                System.arraycopy("a", 0, five, 0, 1);
                break;
            case 10:
                System.arraycopy(five, 0, five, 0, -1);
                break;
            default:
                System.arraycopy(new Object[] {"a", new Object()}, 0, strings, 0, 2);
        }
    }

    public static void main(String[] args) {
        for (int kind = 0; kind < 12; kind++)
            try {
                fail(kind);
            } catch (RuntimeException e) {
                System.out.println(kind + " " + e);
            }
        float[] floats = {Float.MIN_VALUE, 1e-5f};
        double[] doubles = {Double.MIN_VALUE, 1e-5};
        for (int i = 0; i < 2; i++) System.out.println(floats[i] + " " + doubles[i]);
    }
}
