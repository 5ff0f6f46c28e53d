/** The towers of Hanoi with thirteen disks as linked lists; a larger disk on a smaller one is an error. */
final class Towers extends Benchmark {
    private static final class Disk {
        final int size;
        Disk next;

        Disk(int size) {
            this.size = size;
        }
    }

    private Disk[] piles;
    private int moves;

    long run() {
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            piles = new Disk[3];
            for (int size = 12; size >= 0; size--) push(new Disk(size), 0);
            moves = 0;
            move(13, 0, 1);
            sum += moves;
        }
        return sum;
    }

    private void push(Disk disk, int pile) {
        Disk top = piles[pile];
        if (top != null && disk.size >= top.size) throw new IllegalStateException("a larger disk on a smaller one");
        disk.next = top;
        piles[pile] = disk;
    }

    private Disk pop(int pile) {
        Disk top = piles[pile];
        if (top == null) throw new IllegalStateException("no disk to take");
        piles[pile] = top.next;
        top.next = null;
        return top;
    }

    private void move(int disks, int from, int to) {
        if (disks == 1) {
            push(pop(from), to);
            moves++;
            return;
        }
        int other = 3 - from - to;
        move(disks - 1, from, other);
        move(1, from, to);
        move(disks - 1, other, to);
    }

    long answer() {
        return 20 * 8191;
    }

    public static void main(String[] arguments) {
        new Towers().start(arguments);
    }
}
