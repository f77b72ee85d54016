package dev.sluice.graph.plan;

import dev.sluice.runtime.fault.Invariants;
import java.util.Arrays;

/// Search trees of *changes*, many in one array: at which moments the use of something becomes more or less, and by
/// how much.
///
/// What is in use at a moment is the sum of all changes up to it. Each node knows, besides its own change, three
/// numbers of its subtree: the sum of the changes, and the lowest and highest use that is reached, counted from zero
/// at the subtree's beginning. So a subtree need not be entered if nothing in it can be too high or low enough.
///
/// ```
///   in use    5        ┌─────┐               changes   (10 +3) (20 +2) (30 -2) (40 -3)
///             3  ┌─────┘     └─────┐
///             0 ─┘                 └──                          20 +2
///               10    20    30    40                   10 +3 ──┘  └── 30 -2 ──┐   sum -5, low -5, high -2
///                                                                           40 -3
/// ```
///
/// A change of zero is no node: a tree is exactly the set of moments at which the use changes. So there are no
/// counters of references, and taking back what was added restores what was there before, even if it was shared.
///
/// The trees are treaps: ordered by time from left to right and by priority from top to bottom. A node's priority is
/// a mix of its place in the array, which is neither stored nor drawn and depends on nothing that the times depend
/// on. Adding is logarithmic in the expected case, and so is every search; none of it recurses.
///
/// A node is eight longs side by side, and its id is where they begin, so that looking at a node costs one or two
/// cache lines. A tree is known by its root, which the owner keeps.
///
/// Rejected: nodes that hold the use itself, which need a pending addition pushed down on every way; red-black
/// trees, which are less deep but need far more code to remove a node.
final class ChangeTrees {

    /// The empty tree, and the child that is not there. A real record, so that its summary need not be asked for
    /// with an `if`: sum zero, and a lowest and highest use that never count. Never written to.
    static final int NIL = 0;

    /// Eight times as many longs, and room to spare in an `int`: 8 GiB.
    static final int NODES_MAX = 1 << 27;

    /// Bounds every use, and thereby every sum, so that nothing overflows.
    static final long USE_MAX = 1L << 60;

    private static final int STRIDE = 8;
    private static final int TIME = 0;
    private static final int CHILDREN = 1; // left in the upper half, right in the lower; while free: the next free node
    private static final int REACHED = 2; // the sum up to and including this node, within the subtree
    private static final int SUM = 3;
    private static final int LOW = 4;
    private static final int HIGH = 5;
    private static final int CHANGE = 6;
    private static final int PARENT = 7;

    private static final int INITIAL_NODES = 64;
    private static final long RIGHT_MASK = 0xFFFF_FFFFL;
    private static final long BEYOND_ANY_USE = 1L << 62; // even with two uses added to it

    private long[] nodes = new long[INITIAL_NODES * STRIDE];
    private int end = STRIDE;
    private int firstFree = NIL;
    private int live;

    ChangeTrees() {
        nodes[NIL + LOW] = BEYOND_ANY_USE;
        nodes[NIL + HIGH] = -BEYOND_ANY_USE;
    }

    ChangeTrees(ChangeTrees other) {
        nodes = Arrays.copyOf(other.nodes, Math.max(INITIAL_NODES * STRIDE, other.end));
        end = other.end;
        firstFree = other.firstFree;
        live = other.live;
    }

    int live() {
        return live;
    }

    long time(int node) {
        return nodes[node + TIME];
    }

    long change(int node) {
        return nodes[node + CHANGE];
    }

    long reached(int node) {
        return nodes[node + REACHED];
    }

    long sum(int node) {
        return nodes[node + SUM];
    }

    int left(int node) {
        return (int) (nodes[node + CHILDREN] >>> Integer.SIZE);
    }

    int right(int node) {
        return (int) nodes[node + CHILDREN];
    }

    /// The highest use in the whole tree; the empty tree has none.
    long highest(int root) {
        return Math.max(0, nodes[root + HIGH]);
    }

    /// Whether the use, such before the subtree, is anywhere in it above the limit.
    boolean exceeds(int subtree, long useBefore, long limit) {
        return useBefore + nodes[subtree + HIGH] > limit;
    }

    /// Whether the use, such before the subtree, is anywhere in it at most the limit.
    boolean fallsTo(int subtree, long useBefore, long limit) {
        return useBefore + nodes[subtree + LOW] <= limit;
    }

    /// The nearest node above that is later; with its right subtree it follows the given node's subtree.
    int laterAncestor(int node) {
        int child = node;
        int parent = parent(child);
        while (parent != NIL && right(parent) == child) {
            child = parent;
            parent = parent(child);
        }
        return parent;
    }

    int earliest(int subtree) {
        int node = subtree;
        for (int left = left(node); left != NIL; left = left(node)) {
            node = left;
        }
        return node;
    }

    int firstAfter(int root, long time) {
        int found = NIL;
        int node = root;
        while (node != NIL) {
            if (time(node) > time) {
                found = node;
                node = left(node);
            } else {
                node = right(node);
            }
        }
        return found;
    }

    long useAt(int root, long time) {
        long use = 0;
        int node = root;
        while (node != NIL) {
            if (time(node) <= time) {
                use += reached(node);
                node = right(node);
            } else {
                node = left(node);
            }
        }
        return use;
    }

    /// The highest use in the window: that at its start, or one that a change inside leads to.
    long highestDuring(int root, long start, long end) {
        long use = 0;
        int node = root;
        while (node != NIL) {
            if (time(node) <= start) {
                use += reached(node);
                node = right(node);
            } else if (time(node) >= end) {
                node = left(node);
            } else {
                long here = use + reached(node);
                return Math.max(
                        Math.max(here, highestFrom(left(node), use, start)), highestUntil(right(node), here, end));
            }
        }
        return use;
    }

    private long highestFrom(int subtree, long useBefore, long start) {
        long use = useBefore;
        long highest = Long.MIN_VALUE;
        int node = subtree;
        while (node != NIL) {
            long here = use + reached(node);
            if (time(node) <= start) {
                use = here;
                node = right(node);
            } else {
                highest = Math.max(highest, Math.max(here, here + nodes[right(node) + HIGH]));
                node = left(node);
            }
        }
        return Math.max(highest, use);
    }

    private long highestUntil(int subtree, long useBefore, long end) {
        long use = useBefore;
        long highest = useBefore;
        int node = subtree;
        while (node != NIL) {
            if (time(node) >= end) {
                node = left(node);
            } else {
                highest = Math.max(highest, use + nodes[left(node) + HIGH]);
                use += reached(node);
                highest = Math.max(highest, use);
                node = right(node);
            }
        }
        return highest;
    }

    /// Adds to the change at that moment, be there one or not.
    ///
    /// @return the root from now on
    int add(int root, long time, long change) {
        int parent = NIL;
        int node = root;
        while (node != NIL && time(node) != time) {
            parent = node;
            node = time < time(node) ? left(node) : right(node);
        }
        if (node == NIL) {
            return change == 0 ? root : insert(root, parent, time, change);
        }
        long changed = change(node) + change;
        if (changed == 0) {
            return remove(root, node);
        }
        nodes[node + CHANGE] = changed;
        summarizeUpwards(node);
        return root;
    }

    private int insert(int root, int parent, long time, long change) {
        int node = take();
        nodes[node + TIME] = time;
        nodes[node + CHANGE] = change;
        nodes[node + CHILDREN] = 0;
        nodes[node + PARENT] = parent;
        if (parent != NIL) {
            if (time < time(parent)) {
                setLeft(parent, node);
            } else {
                setRight(parent, node);
            }
        }
        while (parent(node) != NIL && priority(node) > priority(parent(node))) {
            rotateUp(node);
        }
        summarizeUpwards(node);
        return parent(node) == NIL ? node : root;
    }

    /// Lets the node sink until it has at most one child, which then takes its place.
    private int remove(int root, int node) {
        int newRoot = root;
        while (left(node) != NIL && right(node) != NIL) {
            int child = priority(left(node)) > priority(right(node)) ? left(node) : right(node);
            rotateUp(child);
            newRoot = newRoot == node ? child : newRoot;
        }
        int child = left(node) != NIL ? left(node) : right(node);
        int parent = parent(node);
        replace(parent, node, child);
        setParent(child, parent);
        if (parent == NIL) {
            newRoot = child;
        } else {
            summarizeUpwards(parent);
        }
        release(node);
        return newRoot;
    }

    /// Exchanges a node with its parent. The caller summarizes from the node upwards when it is done.
    private void rotateUp(int node) {
        int parent = parent(node);
        int above = parent(parent);
        int moved;
        if (left(parent) == node) {
            moved = right(node);
            setLeft(parent, moved);
            setRight(node, parent);
        } else {
            moved = left(node);
            setRight(parent, moved);
            setLeft(node, parent);
        }
        setParent(moved, parent);
        setParent(parent, node);
        setParent(node, above);
        replace(above, parent, node);
        summarize(parent);
    }

    private void summarizeUpwards(int from) {
        for (int node = from; node != NIL; node = parent(node)) {
            summarize(node);
        }
    }

    private void summarize(int node) {
        int left = left(node);
        int right = right(node);
        long here = nodes[left + SUM] + nodes[node + CHANGE];
        nodes[node + REACHED] = here;
        nodes[node + SUM] = here + nodes[right + SUM];
        nodes[node + LOW] = Math.min(Math.min(nodes[left + LOW], here), here + nodes[right + LOW]);
        nodes[node + HIGH] = Math.max(Math.max(nodes[left + HIGH], here), here + nodes[right + HIGH]);
    }

    /// Recomputes the tree from its nodes alone and compares; for tests.
    ///
    /// @return the depth
    int verify(int root) {
        Invariants.check(parent(root) == NIL, "the root (%d) has a parent", root);
        return verify(root, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private int verify(int node, long after, long before) {
        if (node == NIL) {
            return 0;
        }
        Invariants.check(after < time(node) && time(node) < before, "node (%d) is out of order", node);
        Invariants.check(change(node) != 0, "node (%d) changes nothing", node);
        for (int child : new int[] {left(node), right(node)}) {
            Invariants.check(child == NIL || parent(child) == node, "node (%d) is not its child's parent", node);
            Invariants.check(child == NIL || priority(child) < priority(node), "node (%d) is below its child", node);
        }
        int depth = 1 + Math.max(verify(left(node), after, time(node)), verify(right(node), time(node), before));
        long[] summary = Arrays.copyOfRange(nodes, node + REACHED, node + HIGH + 1);
        summarize(node);
        Invariants.check(
                Arrays.equals(summary, 0, summary.length, nodes, node + REACHED, node + HIGH + 1),
                "node (%d) has a wrong summary",
                node);
        return depth;
    }

    /// A bijection (MurmurHash3's last mixing), so that no two nodes have the same.
    private static int priority(int node) {
        int mixed = node;
        mixed = (mixed ^ (mixed >>> 16)) * 0x85EB_CA6B;
        mixed = (mixed ^ (mixed >>> 13)) * 0xC2B2_AE35;
        return mixed ^ (mixed >>> 16);
    }

    private int parent(int node) {
        return (int) nodes[node + PARENT];
    }

    private void setParent(int node, int parent) {
        if (node != NIL) {
            nodes[node + PARENT] = parent;
        }
    }

    private void setLeft(int node, int child) {
        nodes[node + CHILDREN] = ((long) child << Integer.SIZE) | (nodes[node + CHILDREN] & RIGHT_MASK);
    }

    private void setRight(int node, int child) {
        nodes[node + CHILDREN] = (nodes[node + CHILDREN] & ~RIGHT_MASK) | child;
    }

    private void replace(int parent, int child, int newChild) {
        if (parent == NIL) {
            return;
        }
        if (left(parent) == child) {
            setLeft(parent, newChild);
        } else {
            setRight(parent, newChild);
        }
    }

    private int take() {
        live++;
        if (firstFree != NIL) {
            int node = firstFree;
            firstFree = right(node);
            return node;
        }
        if (end == nodes.length) {
            Invariants.check(end / STRIDE < NODES_MAX, "more than (%d) changes in all timelines", NODES_MAX);
            nodes = Arrays.copyOf(nodes, 2 * end);
        }
        int node = end;
        end += STRIDE;
        return node;
    }

    private void release(int node) {
        live--;
        nodes[node + CHILDREN] = firstFree;
        firstFree = node;
    }
}
