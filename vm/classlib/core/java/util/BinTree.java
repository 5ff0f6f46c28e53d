package java.util;

/**
 * The red-black tree that orders one long chain of a HashMap as programs see it in java: the tree's root leads the chain,
 * a new node follows its parent in the tree. Nodes stay in their chain, where lookups find them.
 */
final class BinTree<K, V> {
    private final TreeMap<HashMap.Node<K, V>, Object> tree = new TreeMap<HashMap.Node<K, V>, Object>();

    BinTree(HashMap.Node<K, V> chain) {
        for (HashMap.Node<K, V> node = chain; node != null; node = node.next) insert(node);
    }

    HashMap.Node<K, V> root() {
        return tree.root.key;
    }

    /** So small that java would forget the tree and keep the chain. */
    boolean isSmall() {
        return tree.root.right == null || tree.root.left == null || tree.root.left.left == null;
    }

    /** Returns the parent under which the node was hung, or null. */
    HashMap.Node<K, V> insert(HashMap.Node<K, V> node) {
        TreeMap.Node<HashMap.Node<K, V>, Object> parent = null;
        TreeMap.Node<HashMap.Node<K, V>, Object> at = tree.root;
        boolean left = false;
        while (at != null) {
            parent = at;
            left = order(node, at.key) <= 0;
            at = left ? at.left : at.right;
        }
        tree.insert(node, null, parent, left);
        return parent == null ? null : parent.key;
    }

    void remove(HashMap.Node<K, V> node) {
        TreeMap.Node<HashMap.Node<K, V>, Object> at = tree.first();
        while (at.key != node) at = TreeMap.after(at);
        tree.delete(at);
    }

    private static int order(HashMap.Node<?, ?> a, HashMap.Node<?, ?> b) {
        if (a.hash != b.hash) return a.hash < b.hash ? -1 : 1;
        int order = compareAlike(a.key, b.key);
        if (order != 0) return order;
        if (a.key != null && b.key != null)
            order = a.key.getClass().getName().compareTo(b.key.getClass().getName());
        if (order != 0) return order;
        return System.identityHashCode(a.key) <= System.identityHashCode(b.key) ? -1 : 1;
    }

    /** 0 for keys that cannot be compared with their like, too. */
    @SuppressWarnings("unchecked")
    private static int compareAlike(Object a, Object b) {
        if (!(a instanceof Comparable) || b == null || a.getClass() != b.getClass()) return 0;
        try {
            return ((Comparable<Object>) a).compareTo(b);
        } catch (ClassCastException comparesWithOthers) {
            return 0;
        }
    }
}
