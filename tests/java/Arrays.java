/* Arrays of every element type and any dimension. */
class Arrays {
    static int evaluated;

    static int size(int n) {
        evaluated = evaluated * 10 + n;
        return n;
    }

    static String show(Object o) {
        if (o instanceof Object[]) {
            Object[] a = (Object[]) o;
            String s = "{";
            for (int i = 0; i < a.length; i++) s += (i == 0 ? "" : ",") + show(a[i]);
            return s + "}";
        }
        if (o instanceof int[]) {
            int[] a = (int[]) o;
            String s = "[";
            for (int x : a) s += x + " ";
            return s + "]";
        }
        return "" + o;
    }

    static void elements() {
        boolean[] z = new boolean[2];
        byte[] b = {1, -1, 'c'};
        short[] s = new short[] {1, 2, (short) 70000};
        char[] c = {'a', 98, '\u0063'};
        int[] i = {1, 'a', (byte) 200};
        long[] l = {1, 1L << 40, 'x'};
        float[] f = {1, 2.5f, 1L};
        double[] d = {1, 2.5f, 'd', 1e100};
        String[] t = {"a", null, "b" + 1};
        z[1] = true;
        b[0] = (byte) 255;
        System.out.println(z[0] + " " + z[1] + b[0] + b[2] + s[2] + c[1] + i[2] + l[1] + f[1] + d[2] + t[2] + t[1]);
        System.out.println(z.length + b.length + s.length + c.length + i.length + l.length + f.length + d.length + t.length);
        Object[] objects = {new int[0], "s", null, new Object[1][2]};
        System.out.println(objects.length + show(objects[3]));
    }

    static void dimensions() {
        int[][] grid = new int[2][3];
        grid[1][2] = 5;
        grid[0] = new int[] {9};
        System.out.println(show(grid));
        int[][][] cube = new int[2][2][];
        System.out.println(show(cube));
        cube[0][1] = new int[] {1, 2};
        System.out.println(show(cube) + cube[0][1][1]);
        int[][] ragged = {{1}, {2, 3}, {}, null};
        System.out.println(show(ragged));
        long[][][][] four = new long[1][2][3][4];
        four[0][1][2][3] = 7;
        four[0][1][2][3] += four[0][1][2][3]++;
        System.out.println(four[0][1][2][3] + " " + four[0].length + four[0][0].length + four[0][0][0].length);
        String[][] names[] = new String[2][][];
        System.out.println(names.length + show(names));
        int a[] = {1, 2}, plain = 3, b[][] = {{4}};
        System.out.println(a.length + plain + b[0][0]);
        System.out.println(show(new int[size(2)][size(3)][size(0)]) + evaluated);
        try {
            int[][] failing = new int[size(1)][size(-1)];
        } catch (NegativeArraySizeException e) {
            System.out.println("negative " + evaluated);
        }
        Object o = new char[3][4];
        System.out.println(o instanceof char[][] && o instanceof Object[] && !(o instanceof char[]));
    }

    static int[] ints() {
        return new int[] {10, 20, 30};
    }

    static int sum(int values[])[] {
        int total = 0;
        for (int v : values) total += v;
        return new int[] {total};
    }

    static void copies() {
        int[] a = {3, 1, 2};
        int[] c = a.clone();
        c[0] = 99;
        System.out.println(a[0] + " " + c[0] + " " + (a.getClass() == c.getClass()));
        int[][] m = {{1}, {2}};
        int[][] n = m.clone();
        System.out.println(n != m && n[0] == m[0]);
        System.arraycopy(a, 0, c, 1, 2);
        System.out.println(show(c) + ints()[1] + sum(a)[0]);
        Object o = a;
        System.out.println(o.equals(a) && ((int[]) o)[1] == 1);
        int i = 0;
        int[] order = {0, 0, 0};
        order[i++] = order[i] + i++ * 10 + i;
        System.out.println(show(order) + i);
        try {
            ints()[3]++;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("bounds");
        }
        Object[] strings = new String[2];
        try {
            strings[1] = "ok";
            strings[0] = ints();
        } catch (ArrayStoreException e) {
            System.out.println("store " + strings[1]);
        }
        final int[] fixed = {1};
        fixed[0]++;
        System.out.println(fixed[0]);
        for (String s : new String[] {"x", "y"}) for (char ch : s.toCharArray()) System.out.print(ch);
        System.out.println();
    }

    public static void main(String[] args) {
        elements();
        dimensions();
        copies();
    }
}
