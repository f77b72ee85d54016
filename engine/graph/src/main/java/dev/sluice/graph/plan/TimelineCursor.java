package dev.sluice.graph.plan;

import dev.sluice.runtime.fault.Invariants;

/// Walks along a timeline from change to change, without allocating.
///
/// ```
/// for (boolean more = cursor.seek(timeline, now); more; more = cursor.advance()) {
///     … cursor.time(), cursor.free() …
/// }
/// ```
///
/// It stands on a node of the timeline's tree and knows what is in use there, so it can go on from where it is: down
/// to the right, or up. The next change that leaves enough free is found by skipping subtrees that have none; that
/// takes time logarithmic in how many changes lie between.
///
/// A cursor is used again and again, on any timeline of its store. Changing the store ends its walk.
public final class TimelineCursor {
    private final Timelines timelines;
    private final ChangeTrees trees;

    private int root = ChangeTrees.NIL;

    /// Nil before the first change.
    private int node = ChangeTrees.NIL;

    private long time;
    private long use;
    /// What there is beyond what is in use all along.
    private long room;
    private long version = Timelines.NO_VERSION;

    TimelineCursor(Timelines timelines, ChangeTrees trees) {
        this.timelines = timelines;
        this.trees = trees;
    }

    /// Stands at the moment itself, which need not be a change.
    ///
    /// @return true, always: every timeline has every moment
    public boolean seek(int timeline, long moment) {
        root = timelines.root(timeline);
        room = timelines.room(timeline);
        version = timelines.version();
        time = Math.max(moment, timelines.origin());
        node = ChangeTrees.NIL;
        use = 0;
        int next = root;
        while (next != ChangeTrees.NIL) {
            if (trees.time(next) <= time) {
                node = next;
                use += trees.reached(next);
                next = trees.right(next);
            } else {
                next = trees.left(next);
            }
        }
        return true;
    }

    public long time() {
        return time;
    }

    /// From [#time()] until the next change.
    public long free() {
        return room - use;
    }

    /// Goes to the next change.
    ///
    /// @return false if there is none; the cursor then stays
    public boolean advance() {
        checkVersion();
        int subtree = following();
        int next = subtree != ChangeTrees.NIL ? trees.earliest(subtree) : trees.laterAncestor(node);
        return next != ChangeTrees.NIL && stand(next, use + trees.change(next));
    }

    /// Goes to the next change that leaves at least so much free.
    ///
    /// @return false if there is none; the cursor then stays
    boolean advanceToFree(long amount) {
        checkVersion();
        long limit = room - amount;
        int subtree = following();
        int ancestor = node;
        long reached = use;
        while (!trees.fallsTo(subtree, reached, limit)) {
            reached += trees.sum(subtree);
            ancestor = trees.laterAncestor(ancestor);
            if (ancestor == ChangeTrees.NIL) {
                return false;
            }
            reached += trees.change(ancestor);
            if (reached <= limit) {
                return stand(ancestor, reached);
            }
            subtree = trees.right(ancestor);
        }
        return standOnFirstFree(subtree, reached, limit);
    }

    /// Finds the first one in a subtree that has one.
    private boolean standOnFirstFree(int subtree, long useBefore, long limit) {
        long reached = useBefore;
        int next = subtree;
        while (true) {
            int left = trees.left(next);
            long here = reached + trees.reached(next);
            if (trees.fallsTo(left, reached, limit)) {
                next = left;
            } else if (here <= limit) {
                return stand(next, here);
            } else {
                reached = here;
                next = trees.right(next);
            }
        }
    }

    /// Goes, forwards or backwards, to the last change before the moment that leaves less than so much free.
    ///
    /// @return false if there is none; the cursor then stays
    boolean seekShortBefore(long moment, long amount) {
        checkVersion();
        long limit = room - amount;
        int last = ChangeTrees.NIL;
        long lastBefore = 0;
        long reached = 0;
        int next = root;
        while (next != ChangeTrees.NIL) {
            if (trees.time(next) >= moment) {
                next = trees.left(next);
                continue;
            }
            long here = reached + trees.reached(next);
            if (here > limit || trees.exceeds(trees.left(next), reached, limit)) {
                last = next;
                lastBefore = reached;
            }
            reached = here;
            next = trees.right(next);
        }
        if (last == ChangeTrees.NIL) {
            return false;
        }
        long here = lastBefore + trees.reached(last);
        return here > limit ? stand(last, here) : standOnLastShort(trees.left(last), lastBefore, limit);
    }

    /// Finds the last one in a subtree that has one.
    private boolean standOnLastShort(int subtree, long useBefore, long limit) {
        long reached = useBefore;
        int next = subtree;
        while (true) {
            long here = reached + trees.reached(next);
            int right = trees.right(next);
            if (trees.exceeds(right, here, limit)) {
                reached = here;
                next = right;
            } else if (here > limit) {
                return stand(next, here);
            } else {
                next = trees.left(next);
            }
        }
    }

    private int following() {
        return node == ChangeTrees.NIL ? root : trees.right(node);
    }

    private boolean stand(int next, long nextUse) {
        node = next;
        time = trees.time(next);
        use = nextUse;
        return true;
    }

    private void checkVersion() {
        Invariants.check(version == timelines.version(), "the timelines have changed under the cursor at (%d)", time);
    }
}
