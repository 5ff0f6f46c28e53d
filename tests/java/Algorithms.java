/* Small programs of the usual kind. */
class Algorithms {
    static class Node {
        int key;
        Node left, right;

        Node(int key) {
            this.key = key;
        }
    }

    static class Tree {
        private Node root;
        private int size;

        boolean add(int key) {
            if (root == null) {
                root = new Node(key);
                return ++size > 0;
            }
            Node n = root;
            while (true) {
                if (key == n.key) return false;
                if (key < n.key) {
                    if (n.left == null) {
                        n.left = new Node(key);
                        break;
                    }
                    n = n.left;
                } else {
                    if (n.right == null) {
                        n.right = new Node(key);
                        break;
                    }
                    n = n.right;
                }
            }
            size++;
            return true;
        }

        static int sum(Node n) {
            return n == null ? 0 : n.key + sum(n.left) + sum(n.right);
        }
    }

    static void sort(int[] a, int low, int high) {
        if (low >= high) return;
        int pivot = a[(low + high) >>> 1], i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        sort(a, low, j);
        sort(a, i, high);
    }

    static int primes(int limit) {
        boolean[] composite = new boolean[limit + 1];
        int count = 0;
        for (int i = 2; i <= limit; i++) {
            if (composite[i]) continue;
            count++;
            for (long j = (long) i * i; j <= limit; j += i) composite[(int) j] = true;
        }
        return count;
    }

    static long fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) return 1;
        int count = 0;
        for (int free = ~(columns | left | right) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return count;
    }

    static double[][] multiply(double[][] a, double[][] b) {
        double[][] c = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++)
            for (int j = 0; j < b[0].length; j++) {
                double sum = 0;
                for (int k = 0; k < b.length; k++) sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
        return c;
    }

    static int collatz(long n) {
        int steps = 0;
        for (; n != 1; steps++) n = (n & 1) == 0 ? n >> 1 : 3 * n + 1;
        return steps;
    }

    static String hex(long value) {
        char[] digits = new char[16];
        for (int i = 15; i >= 0; i--, value >>>= 4) digits[i] = "0123456789abcdef".charAt((int) (value & 15));
        return new String(digits);
    }

    public static void main(String[] args) {
        int seed = 12345;
        int[] numbers = new int[1000];
        Tree tree = new Tree();
        for (int i = 0; i < numbers.length; i++) {
            seed = seed * 1103515245 + 12345;
            numbers[i] = seed >>> 16 & 0x3ff;
            tree.add(numbers[i]);
        }
        sort(numbers, 0, numbers.length - 1);
        boolean sorted = true;
        for (int i = 1; i < numbers.length; i++) sorted &= numbers[i - 1] <= numbers[i];
        System.out.println(sorted + " " + numbers[0] + " " + numbers[500] + " " + numbers[999]);
        System.out.println(tree.size + " " + Tree.sum(tree.root));
        System.out.println(primes(10000) + " " + fibonacci(20) + " " + queens(8, 0, 0, 0, 0));
        double[][] m = {{1, 2}, {3, 4}};
        double[][] p = multiply(m, multiply(m, m));
        System.out.println((int) p[0][0] + " " + (int) p[1][1]);
        System.out.println(collatz(27) + " " + hex(0xcafebabe12345678L));
    }
}
