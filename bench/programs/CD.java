import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Detects collisions of aircraft (Kalibera and others: "CDx"): from one radar frame to the next each aircraft moves on a
 * line; a grid of voxels narrows the pairs, a quadratic equation decides them.
 */
final class CD extends Benchmark {
    private static final double RADIUS = 1, VOXEL = 10;

    private static final class Vector {
        final double x, y, z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y, z + other.z);
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        Vector times(double factor) {
            return new Vector(x * factor, y * factor, z * factor);
        }

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }
    }

    private static final class Motion {
        final int aircraft;
        final Vector from, to;

        Motion(int aircraft, Vector from, Vector to) {
            this.aircraft = aircraft;
            this.from = from;
            this.to = to;
        }

        /** Do the two come closer than two radii while both move? */
        boolean meets(Motion other) {
            Vector apart = from.minus(other.from);
            Vector drift = to.minus(from).minus(other.to.minus(other.from));
            double a = drift.dot(drift), b = 2 * apart.dot(drift), c = apart.dot(apart) - 4 * RADIUS * RADIUS;
            if (c <= 0) return true;
            if (a == 0) return false;
            double discriminant = b * b - 4 * a * c;
            if (discriminant < 0) return false;
            double root = Math.sqrt(discriminant), first = (-b - root) / (2 * a);
            return first >= 0 && first <= 1;
        }
    }

    private static final class Voxel {
        final int x, y;

        Voxel(int x, int y) {
            this.x = x;
            this.y = y;
        }

        public boolean equals(Object other) {
            return other instanceof Voxel && ((Voxel) other).x == x && ((Voxel) other).y == y;
        }

        public int hashCode() {
            return x * 73856093 ^ y * 19349663;
        }
    }

    private final Map<Integer, Vector> positions = new TreeMap<>();

    /** All voxels that the box around the motion touches: few, since a frame is short. */
    private static void enter(Map<Voxel, List<Motion>> grid, Motion motion) {
        int left = cell(Math.min(motion.from.x, motion.to.x) - RADIUS), right = cell(Math.max(motion.from.x, motion.to.x) + RADIUS);
        int low = cell(Math.min(motion.from.y, motion.to.y) - RADIUS), high = cell(Math.max(motion.from.y, motion.to.y) + RADIUS);
        for (int x = left; x <= right; x++)
            for (int y = low; y <= high; y++) {
                Voxel voxel = new Voxel(x, y);
                List<Motion> there = grid.get(voxel);
                if (there == null) {
                    there = new ArrayList<>();
                    grid.put(voxel, there);
                }
                there.add(motion);
            }
    }

    private static int cell(double coordinate) {
        return (int) Math.floor(coordinate / VOXEL);
    }

    private int collisions(List<Motion> motions) {
        Map<Voxel, List<Motion>> grid = new HashMap<>();
        for (Motion motion : motions) enter(grid, motion);
        TreeMap<Integer, Integer> pairs = new TreeMap<>();
        for (List<Motion> there : grid.values())
            for (int i = 0; i < there.size(); i++)
                for (int k = i + 1; k < there.size(); k++) {
                    Motion a = there.get(i), b = there.get(k);
                    if (a.meets(b))
                        pairs.put(Math.min(a.aircraft, b.aircraft) * 10000 + Math.max(a.aircraft, b.aircraft), 1);
                }
        return pairs.size();
    }

    private List<Motion> frame(double time, int aircraft) {
        List<Motion> motions = new ArrayList<>();
        for (int i = 0; i < aircraft; i += 2) {
            move(motions, i, new Vector(time, Math.cos(time) * 2 + i * 3, 10));
            move(motions, i + 1, new Vector(time, Math.sin(time) * 2 + i * 3, 10));
        }
        return motions;
    }

    private void move(List<Motion> motions, int aircraft, Vector to) {
        Vector from = positions.put(aircraft, to);
        if (from != null) motions.add(new Motion(aircraft, from, to));
    }

    long run() {
        positions.clear();
        long sum = 0;
        for (int i = 0; i < 200; i++) sum += collisions(frame(i / 10.0, 100));
        return sum;
    }

    long answer() {
        return 5500;
    }

    public static void main(String[] arguments) {
        new CD().start(arguments);
    }
}
