package dev.sluice.kube.cluster.controllers.job;

import java.util.BitSet;

/// Completion indexes as a Job's status has them: `1,3-5,7`.
record Intervals(BitSet indexes) {

    /// @param completions indexes from this one on are left out
    static Intervals parse(String text, int completions) {
        BitSet indexes = new BitSet();
        for (String part : text.split(",", -1)) {
            int dash = part.indexOf('-');
            try {
                int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
                int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
                if (first >= 0 && first < completions && last >= first) {
                    indexes.set(first, Math.min(last, completions - 1) + 1);
                }
            } catch (NumberFormatException _) {
                // Kubernetes skips what it cannot parse.
            }
        }
        return new Intervals(indexes);
    }

    Intervals plus(BitSet more) {
        BitSet all = (BitSet) indexes.clone();
        all.or(more);
        return new Intervals(all);
    }

    int total() {
        return indexes.cardinality();
    }

    boolean has(int index) {
        return index >= 0 && indexes.get(index);
    }

    /// Writes three or more consecutive indexes as a range.
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int first = indexes.nextSetBit(0); first >= 0; ) {
            int last = indexes.nextClearBit(first) - 1;
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                text.append(last == first + 1 ? ',' : '-').append(last);
            }
            first = indexes.nextSetBit(last + 1);
        }
        return text.toString();
    }
}
