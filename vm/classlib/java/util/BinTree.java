package java.util;

/**
 * The red-black tree that orders one long chain of a HashMap as programs see it in java: the tree's root leads the chain,
 * a new node follows its parent in the tree. Nodes stay in their chain, where lookups find them.
 */
final class BinTree<K, V> {
    private static final class Branch<K, V> {
        final HashMap.Node<K, V> node;
        Branch<K, V> parent;
        Branch<K, V> left;
        Branch<K, V> right;
        boolean red;

        Branch(HashMap.Node<K, V> node, Branch<K, V> parent) {
            this.node = node;
            this.parent = parent;
        }
    }

    private Branch<K, V> root;

    BinTree(HashMap.Node<K, V> chain) {
        root = new Branch<K, V>(chain, null);
        for (HashMap.Node<K, V> node = chain.next; node != null; node = node.next) insert(node);
    }

    HashMap.Node<K, V> root() {
        return root.node;
    }

    /** So small that java would forget the tree and keep the chain. */
    boolean isSmall() {
        return root.right == null || root.left == null || root.left.left == null;
    }

    /** Returns the parent's node. */
    HashMap.Node<K, V> insert(HashMap.Node<K, V> node) {
        Branch<K, V> parent = null;
        boolean left = false;
        for (Branch<K, V> at = root; at != null; at = left ? at.left : at.right) {
            parent = at;
            left = order(node, at.node) <= 0;
        }
        Branch<K, V> branch = new Branch<K, V>(node, parent);
        if (left) parent.left = branch;
        else parent.right = branch;
        balanceAfterInsert(branch);
        return parent.node;
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

    void remove(HashMap.Node<K, V> node) {
        delete(find(root, node));
    }

    private static <K, V> Branch<K, V> find(Branch<K, V> branch, HashMap.Node<K, V> node) {
        if (branch == null || branch.node == node) return branch;
        Branch<K, V> found = find(branch.left, node);
        return found != null ? found : find(branch.right, node);
    }

    private void balanceAfterInsert(Branch<K, V> branch) {
        branch.red = true;
        while (branch != root && branch.parent.red) {
            Branch<K, V> parent = branch.parent;
            Branch<K, V> grand = parent.parent;
            boolean left = parent == grand.left;
            Branch<K, V> uncle = left ? grand.right : grand.left;
            if (uncle != null && uncle.red) {
                parent.red = false;
                uncle.red = false;
                grand.red = true;
                branch = grand;
            } else {
                if (branch == (left ? parent.right : parent.left)) {
                    rotate(parent, left);
                    branch = parent;
                    parent = branch.parent;
                }
                parent.red = false;
                grand.red = true;
                rotate(grand, !left);
            }
        }
        root.red = false;
    }

    private void rotate(Branch<K, V> branch, boolean left) {
        Branch<K, V> up = left ? branch.right : branch.left;
        Branch<K, V> inner = left ? up.left : up.right;
        if (left) {
            branch.right = inner;
            up.left = branch;
        } else {
            branch.left = inner;
            up.right = branch;
        }
        if (inner != null) inner.parent = branch;
        replace(branch, up);
        branch.parent = up;
    }

    private void replace(Branch<K, V> branch, Branch<K, V> subtree) {
        Branch<K, V> parent = branch.parent;
        if (parent == null) root = subtree;
        else if (parent.left == branch) parent.left = subtree;
        else parent.right = subtree;
        if (subtree != null) subtree.parent = parent;
    }

    private void delete(Branch<K, V> branch) {
        boolean red = branch.red;
        Branch<K, V> moved;
        Branch<K, V> parent = branch.parent;
        if (branch.left == null) {
            moved = branch.right;
            replace(branch, moved);
        } else if (branch.right == null) {
            moved = branch.left;
            replace(branch, moved);
        } else {
            Branch<K, V> heir = branch.right;
            while (heir.left != null) heir = heir.left;
            red = heir.red;
            moved = heir.right;
            parent = heir.parent;
            if (parent == branch) {
                parent = heir;
            } else {
                replace(heir, moved);
                heir.right = branch.right;
                heir.right.parent = heir;
            }
            replace(branch, heir);
            heir.left = branch.left;
            heir.left.parent = heir;
            heir.red = branch.red;
        }
        if (!red) balanceAfterDelete(moved, parent);
    }

    private static boolean isRed(Branch<?, ?> branch) {
        return branch != null && branch.red;
    }

    private void balanceAfterDelete(Branch<K, V> branch, Branch<K, V> parent) {
        while (branch != root && !isRed(branch)) {
            boolean left = branch == parent.left;
            Branch<K, V> sibling = left ? parent.right : parent.left;
            if (sibling.red) {
                sibling.red = false;
                parent.red = true;
                rotate(parent, left);
                sibling = left ? parent.right : parent.left;
            }
            if (!isRed(sibling.left) && !isRed(sibling.right)) {
                sibling.red = true;
                branch = parent;
                parent = branch.parent;
                continue;
            }
            if (!isRed(left ? sibling.right : sibling.left)) {
                (left ? sibling.left : sibling.right).red = false;
                sibling.red = true;
                rotate(sibling, !left);
                sibling = left ? parent.right : parent.left;
            }
            sibling.red = parent.red;
            parent.red = false;
            (left ? sibling.right : sibling.left).red = false;
            rotate(parent, left);
            return;
        }
        if (branch != null) branch.red = false;
    }
}
