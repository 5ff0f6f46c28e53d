/** Places eight queens, the first solution of the backtracking search. */
final class Queens extends Benchmark {
    private boolean[] freeRows, freeSums, freeDifferences;
    private int[] rowOfColumn;

    long run() {
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            freeRows = free(8);
            freeSums = free(16);
            freeDifferences = free(16);
            rowOfColumn = new int[8];
            if (!place(0)) return -1;
            int solution = 0;
            for (int row : rowOfColumn) solution = solution * 8 + row;
            sum += solution;
        }
        return sum;
    }

    private static boolean[] free(int size) {
        boolean[] all = new boolean[size];
        for (int i = 0; i < size; i++) all[i] = true;
        return all;
    }

    private boolean place(int column) {
        for (int row = 0; row < 8; row++) {
            if (!isFree(row, column)) continue;
            rowOfColumn[column] = row;
            set(row, column, false);
            if (column == 7 || place(column + 1)) return true;
            set(row, column, true);
        }
        return false;
    }

    private boolean isFree(int row, int column) {
        return freeRows[row] && freeSums[column + row] && freeDifferences[column - row + 7];
    }

    private void set(int row, int column, boolean isFree) {
        freeRows[row] = isFree;
        freeSums[column + row] = isFree;
        freeDifferences[column - row + 7] = isFree;
    }

    long answer() {
        return 200L * 1299851; /* rows 0 4 7 5 2 6 1 3 */
    }

    public static void main(String[] arguments) {
        new Queens().start(arguments);
    }
}
