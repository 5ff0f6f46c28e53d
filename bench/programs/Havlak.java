import java.util.ArrayList;
import java.util.List;

/**
 * Finds the loops of a control-flow graph, reducible or not, as Havlak's algorithm does ("Nesting of reducible and
 * irreducible loops"), in a graph of many small loops nested in each other.
 */
final class Havlak extends Benchmark {
    private static final class Block {
        final int name;
        final List<Block> in = new ArrayList<>(2), out = new ArrayList<>(2);

        Block(int name) {
            this.name = name;
        }
    }

    private static final class Loop {
        Loop parent;
        final List<Loop> children = new ArrayList<>();
        final List<Block> blocks = new ArrayList<>();
        boolean isReducible = true;
        int depth;
    }

    /** A set in a union-find forest; a set stands for a loop that is folded into its header. */
    private static final class Node {
        Node parent = this;
        Block block;
        Loop loop;
        int number;

        Node find() {
            Node root = this;
            while (root.parent != root) root = root.parent;
            for (Node node = this; node != root;) {
                Node next = node.parent;
                node.parent = root;
                node = next;
            }
            return root;
        }
    }

    private enum Kind { NON_HEADER, REDUCIBLE, SELF, IRREDUCIBLE, DEAD }

    private final List<Block> graph = new ArrayList<>();

    private Block block(int name) {
        while (graph.size() <= name) graph.add(new Block(graph.size()));
        return graph.get(name);
    }

    private void edge(int from, int to) {
        block(from).out.add(block(to));
        block(to).in.add(block(from));
    }

    private int diamond(int start) {
        edge(start, start + 1);
        edge(start, start + 2);
        edge(start + 1, start + 3);
        edge(start + 2, start + 3);
        return start + 3;
    }

    private int straight(int start, int length) {
        for (int i = 0; i < length; i++) edge(start + i, start + i + 1);
        return start + length;
    }

    private int baseLoop(int from) {
        int header = straight(from, 1);
        int diamond1 = diamond(header);
        int middle = straight(diamond1, 1);
        int diamond2 = diamond(middle);
        int footer = straight(diamond2, 1);
        edge(diamond2, middle);
        edge(diamond1, header);
        edge(footer, from);
        return straight(footer, 1);
    }

    private void build(int outer, int middle, int inner) {
        int n = 2;
        edge(0, 1);
        edge(1, 2);
        for (int i = 0; i < outer; i++) {
            int top = n;
            n = straight(n, 1);
            for (int j = 0; j < middle; j++) {
                int second = n;
                n = straight(n, 1);
                for (int k = 0; k < inner; k++) n = baseLoop(n);
                int bottom = straight(n, 1);
                edge(n, second);
                n = bottom;
            }
            edge(n, top);
            n = straight(n, 1);
        }
        edge(n, 1);
    }

    /** Numbers blocks in the order of a depth-first search; [last] is the last descendant of each. */
    private int search(Node[] nodes, int[] numbers, int[] last) {
        int count = 0;
        int[] positions = new int[graph.size()];
        List<Block> path = new ArrayList<>();
        path.add(graph.get(0));
        java.util.Arrays.fill(numbers, -1);
        numbers[0] = 0;
        nodes[0] = node(graph.get(0), count++);
        while (!path.isEmpty()) {
            Block block = path.get(path.size() - 1);
            if (positions[block.name] == block.out.size()) {
                last[numbers[block.name]] = count - 1;
                path.remove(path.size() - 1);
                continue;
            }
            Block next = block.out.get(positions[block.name]++);
            if (numbers[next.name] >= 0) continue;
            numbers[next.name] = count;
            nodes[count] = node(next, count);
            count++;
            path.add(next);
        }
        return count;
    }

    private static Node node(Block block, int number) {
        Node node = new Node();
        node.block = block;
        node.number = number;
        return node;
    }

    private List<Loop> findLoops() {
        int size = graph.size();
        Node[] nodes = new Node[size];
        int[] numbers = new int[size], last = new int[size];
        int count = search(nodes, numbers, last);
        List<List<Integer>> backs = new ArrayList<>(), others = new ArrayList<>();
        Kind[] kinds = new Kind[count];
        for (int w = 0; w < count; w++) {
            backs.add(new ArrayList<>());
            others.add(new ArrayList<>());
            kinds[w] = Kind.NON_HEADER;
            for (Block from : nodes[w].block.in) {
                int v = numbers[from.name];
                if (v < 0) continue;
                boolean isAncestor = w <= v && v <= last[w];
                (isAncestor ? backs : others).get(w).add(v);
            }
        }
        List<Loop> loops = new ArrayList<>();
        for (int w = count - 1; w >= 0; w--) findLoop(w, nodes, last, backs.get(w), others, kinds, loops);
        return loops;
    }

    private static void findLoop(int w, Node[] nodes, int[] last, List<Integer> backs, List<List<Integer>> others, Kind[] kinds,
                                 List<Loop> loops) {
        List<Node> body = new ArrayList<>();
        for (int v : backs) {
            if (v == w) kinds[w] = Kind.SELF;
            else addOnce(body, nodes[v].find());
        }
        List<Node> work = new ArrayList<>(body);
        if (!body.isEmpty()) kinds[w] = Kind.REDUCIBLE;
        while (!work.isEmpty()) {
            Node x = work.remove(work.size() - 1);
            for (int y : others.get(x.number)) {
                Node root = nodes[y].find();
                boolean isInside = w <= root.number && root.number <= last[w];
                if (!isInside) {
                    kinds[w] = Kind.IRREDUCIBLE;
                    others.get(w).add(root.number);
                } else if (root.number != w && addOnce(body, root)) {
                    work.add(root);
                }
            }
        }
        if (body.isEmpty() && kinds[w] != Kind.SELF) return;
        Loop loop = new Loop();
        loop.isReducible = kinds[w] != Kind.IRREDUCIBLE;
        loop.blocks.add(nodes[w].block);
        nodes[w].loop = loop;
        for (Node node : body) {
            node.parent = nodes[w];
            if (node.loop != null) {
                node.loop.parent = loop;
                loop.children.add(node.loop);
            } else {
                loop.blocks.add(node.block);
            }
        }
        loops.add(loop);
    }

    private static boolean addOnce(List<Node> nodes, Node node) {
        if (nodes.contains(node)) return false;
        nodes.add(node);
        return true;
    }

    private static int deepen(Loop loop, int depth) {
        loop.depth = depth;
        int deepest = depth;
        for (Loop child : loop.children) deepest = Math.max(deepest, deepen(child, depth + 1));
        return deepest;
    }

    long run() {
        graph.clear();
        build(10, 10, 5);
        long sum = 0;
        for (int i = 0; i < 10; i++) {
            List<Loop> loops = findLoops();
            int deepest = 0, blocks = 0, irreducible = 0;
            for (Loop loop : loops) {
                if (loop.parent == null) deepest = Math.max(deepest, deepen(loop, 1));
                blocks += loop.blocks.size();
                if (!loop.isReducible) irreducible++;
            }
            sum += loops.size() * 1000000L + blocks * 100L + deepest * 10 + irreducible;
        }
        return sum / 10;
    }

    long answer() {
        return 1611522250;
    }

    public static void main(String[] arguments) {
        new Havlak().start(arguments);
    }
}
