package dev.sluice.graph.match;

import java.util.Arrays;
import java.util.BitSet;

/// The candidates for one requested resource. Each is a *bundle*, taken as a whole or not at all: one vertex, or
/// all vertices of one slot.
final class Candidates {
    private int[] firstEntry = new int[16];
    private long[] scores = new long[16];
    private long[] counts = new long[16];
    private int size;
    private long total;
    private long largest;
    private boolean sorted;

    // For sorting.
    private int[] order = new int[16];
    private int[] merged = new int[16];

    void clear() {
        size = 0;
        total = 0;
        largest = 1;
        sorted = true;
    }

    /// @param entry the first of the vertices in the bundle
    /// @param count how many of the requested resource the bundle provides
    void add(int entry, long score, long count) {
        if (size == firstEntry.length) {
            firstEntry = Arrays.copyOf(firstEntry, 2 * size);
            scores = Arrays.copyOf(scores, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
            order = Arrays.copyOf(order, 2 * size);
            merged = Arrays.copyOf(merged, 2 * size);
        }
        firstEntry[size] = entry;
        scores[size] = score;
        counts[size] = count;
        order[size] = size;
        size++;
        total += count;
        largest = Math.max(largest, count);
        sorted = false;
    }

    void addAll(Candidates other) {
        for (int i = 0; i < other.size; i++) {
            add(other.firstEntry[i], other.scores[i], other.counts[i]);
        }
    }

    /// Keeps the bundles at these places, in their present order.
    void keep(BitSet places) {
        int[] entries = places.stream().map(this::entry).toArray();
        long[] itsScores = places.stream().mapToLong(this::score).toArray();
        long[] itsCounts = places.stream().mapToLong(this::count).toArray();
        clear();
        for (int i = 0; i < entries.length; i++) {
            add(entries[i], itsScores[i], itsCounts[i]);
        }
        sorted = true;
    }

    int size() {
        return size;
    }

    /// The sum of the counts of all bundles.
    long total() {
        return total;
    }

    /// The count of the largest bundle.
    long largest() {
        return largest;
    }

    int entry(int i) {
        return firstEntry[order[i]];
    }

    long score(int i) {
        return scores[order[i]];
    }

    long count(int i) {
        return counts[order[i]];
    }

    /// Sorts by the policy, the best first. Stable: equally good bundles keep their order.
    void sort(MatchPolicy policy) {
        sort(policy.highFirst());
    }

    /// Sorts the candidates for the parts of a slot. As in flux-sched, `variation` prefers the highest classes there.
    void sortInSlot(MatchPolicy policy) {
        sort(policy.highFirst() || policy.preference() == MatchPolicy.Preference.CLASS);
    }

    /// Sorts the candidates for the whole request. Only here does `locality` look for rows.
    void sortAtTop(MatchPolicy policy) {
        if (!sorted && policy.preference() == MatchPolicy.Preference.CONTIGUOUS) {
            joinRows();
        }
        sort(policy.highFirst());
    }

    private void sort(boolean highFirst) {
        if (sorted) {
            return;
        }
        sorted = true;
        if (!isInOrder(highFirst)) {
            mergeSort(0, size, highFirst);
        }
    }

    private boolean isInOrder(boolean highFirst) {
        for (int i = 1; i < size; i++) {
            if (isBetter(order[i], order[i - 1], highFirst)) {
                return false;
            }
        }
        return true;
    }

    private boolean isBetter(int one, int other, boolean highFirst) {
        return highFirst ? scores[one] > scores[other] : scores[one] < scores[other];
    }

    private void mergeSort(int from, int to, boolean highFirst) {
        if (to - from < 8) {
            for (int i = from + 1; i < to; i++) {
                int moved = order[i];
                int at = i;
                while (at > from && isBetter(moved, order[at - 1], highFirst)) {
                    order[at] = order[at - 1];
                    at--;
                }
                order[at] = moved;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(from, middle, highFirst);
        mergeSort(middle, to, highFirst);
        System.arraycopy(order, from, merged, from, to - from);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takesRight = left == middle || (right < to && isBetter(merged[right], merged[left], highFirst));
            order[i] = takesRight ? merged[right++] : merged[left++];
        }
    }

    /// Makes all members of a row equally good: scores that follow each other without a gap become the highest of them.
    private void joinRows() {
        long[] ascending = Arrays.copyOf(scores, size);
        Arrays.sort(ascending);
        long[] rowOf = ascending.clone();
        for (int i = size - 2; i >= 0; i--) {
            rowOf[i] = ascending[i + 1] - ascending[i] <= 1 ? rowOf[i + 1] : ascending[i];
        }
        for (int i = 0; i < size; i++) {
            scores[i] = rowOf[Arrays.binarySearch(ascending, scores[i])];
        }
    }
}
