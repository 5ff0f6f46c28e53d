/** Branches that decide nothing, on objects that compiled code need not allocate. */
public class ComparedObjects {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static Node kept;

    static int fresh(Node other, int i) {
        Node node = new Node(i);
        if (node == other) {}
        return node.value;
    }

    static int orNull(boolean one, int i) {
        Node first = new Node(i), chosen = one ? first : null;
        if (chosen == first) {}
        if (chosen == null) {}
        return first.value;
    }

    static int itself(int i) {
        Node node = new Node(i), same = node;
        if (same == node) {}
        return same.value;
    }

    static int partial(boolean keeps, int i) {
        Node one = new Node(i), other = new Node(i);
        if (keeps) kept = one;
        if (one == kept) {}
        if (one == other) {}
        if (kept == other) {}
        return one.value + other.value;
    }

    static int held(int i) {
        Node holder = new Node(i);
        holder.next = new Node(i + 1);
        if (holder.next == holder) {}
        return holder.value + holder.next.value;
    }

    static int constant(int i) {
        Object node = new Node(i);
        if (node == Node.class) {}
        if ("text" == node) {}
        return ((Node) node).value;
    }

    static int swapped(boolean swaps, int i) {
        Node one = new Node(i), other = new Node(2);
        if (swaps) {
            Node third = one;
            one = other;
            other = third;
        }
        Node chosen = swaps ? one : other;
        if (chosen == one) {}
        if (chosen == other) {}
        return one.value - other.value + chosen.value;
    }

    static int chosen(boolean one, boolean keeps, int i) {
        Node first = new Node(i), second = new Node(i + 1);
        Node chosen = one ? first : second;
        if (keeps) kept = chosen;
        if (chosen == kept) {}
        if (first == second) {}
        return chosen.value;
    }

    static int inLoop(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            Node first = new Node(i);
            Node chosen = i % 3 == 0 ? first : new Node(2);
            if (chosen == first) {}
            sum += chosen.value;
        }
        return sum;
    }

    static int carried(int rounds) {
        Node last = null;
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            Node node = new Node(i);
            if (node == last) {}
            sum += node.value;
            last = node;
        }
        return sum;
    }

    static int carriedOn(int rounds) {
        Node last = new Node(3);
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            Node node = i % 3 == 0 ? new Node(i) : last;
            if (node == last) {}
            sum += node.value;
            last = node;
        }
        return sum;
    }

    public static void main(String[] arguments) {
        long sum = 0;
        for (int i = 0; i < 300; i++) {
            sum += fresh(new Node(i + 1), i) + fresh(kept, i) + orNull(i % 3 == 0, i) + itself(i);
            sum += partial(i % 4 == 0, i) + held(i) + constant(i) + swapped(i % 5 == 0, i);
            sum += carried(i % 20) + carriedOn(i % 20) + inLoop(i % 20);
            sum += chosen(i % 3 == 0, false, i) + chosen(i % 4 == 0, i % 5 == 0, i);
        }
        System.out.println(sum);
    }
}
