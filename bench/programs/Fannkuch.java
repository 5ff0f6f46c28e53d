/** Pancake flips over all permutations of nine: the most flips and the alternating checksum. */
final class Fannkuch extends Benchmark {
    long run() {
        int n = 9;
        int[] permutation = new int[n], flipped = new int[n], counts = new int[n];
        for (int i = 0; i < n; i++) permutation[i] = i;
        int most = 0, checksum = 0, index = 0, rank = n;
        while (true) {
            for (; rank != 1; rank--) counts[rank - 1] = rank;
            System.arraycopy(permutation, 0, flipped, 0, n);
            int flips = 0;
            for (int first = flipped[0]; first != 0; first = flipped[0]) {
                for (int low = 0, high = first; low < high; low++, high--) {
                    int value = flipped[low];
                    flipped[low] = flipped[high];
                    flipped[high] = value;
                }
                flips++;
            }
            most = Math.max(most, flips);
            checksum += index % 2 == 0 ? flips : -flips;
            while (true) {
                if (rank == n) return checksum * 1000L + most;
                int first = permutation[0];
                for (int i = 0; i < rank; i++) permutation[i] = permutation[i + 1];
                permutation[rank] = first;
                if (--counts[rank] > 0) break;
                rank++;
            }
            index++;
        }
    }

    long answer() {
        return 8629030;
    }

    public static void main(String[] arguments) {
        new Fannkuch().start(arguments);
    }
}
