package dev.sluice.graph.match;

import java.util.Arrays;

/// One level of a traversal: what is requested of the children of a vertex, and the candidates found for it so far. A
/// walk has one for each depth and uses it again.
final class Level {
    final int depth;

    /// The requested resources.
    CompiledResource[] wanted = CompiledResource.NOTHING;

    /// Whether no vertex above is requested, so that vertices may be passed over.
    boolean isPristine;

    /// Whether the job needs exclusive use of what it gets.
    boolean isExclusive;

    /// How many times the requests will be satisfied: once per slot.
    long multiple;

    /// What the node above adds to the scores.
    long nodeScore;

    /// The candidates for each requested resource.
    Candidates[] found = {};

    /// By requested resource: the amount that the visits before have brought, what of it belongs to the present share,
    /// and how many shares are complete. A share is what one slot needs.
    private long[] brought = {};

    private long[] gathered = {};
    private long[] shares = {};

    Level(int depth) {
        this.depth = depth;
    }

    void begin(CompiledResource[] requests, boolean pristine, boolean exclusive, long times, long scoreOfNode) {
        wanted = requests;
        isPristine = pristine;
        isExclusive = exclusive;
        multiple = times;
        nodeScore = scoreOfNode;
        int had = found.length;
        if (had < requests.length) {
            found = Arrays.copyOf(found, requests.length);
            brought = new long[requests.length];
            gathered = new long[requests.length];
            shares = new long[requests.length];
            for (int i = had; i < found.length; i++) {
                found[i] = new Candidates();
            }
        }
        for (int i = 0; i < requests.length; i++) {
            found[i].clear();
            brought[i] = 0;
            gathered[i] = 0;
            shares[i] = 0;
        }
    }

    /// Takes over the candidates that a vertex has not chosen from. Both levels want the same.
    void addAll(Level below) {
        for (int i = 0; i < wanted.length; i++) {
            found[i].addAll(below.found[i]);
        }
    }

    /// Counts what the last visit has brought. What exceeds a share is not part of the next one: vertices are taken
    /// whole.
    ///
    /// @return whether there is enough of everything
    boolean countShares() {
        boolean isEnough = true;
        for (int i = 0; i < wanted.length; i++) {
            gathered[i] += found[i].total() - brought[i];
            brought[i] = found[i].total();
            if (gathered[i] >= wanted[i].most) {
                shares[i]++;
                gathered[i] = 0;
            }
            isEnough &= isComplete(i);
        }
        return isEnough;
    }

    /// Whether there is enough of one requested resource.
    boolean isComplete(int i) {
        return shares[i] >= multiple;
    }

    boolean hasCandidates() {
        for (int i = 0; i < wanted.length; i++) {
            if (found[i].size() > 0) {
                return true;
            }
        }
        return false;
    }
}
