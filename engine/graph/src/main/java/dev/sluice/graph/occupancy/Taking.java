package dev.sluice.graph.occupancy;

import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;

/// Collects the spans that one holding adds to timelines.
final class Taking implements SpanSink {
    private final Timelines timelines;
    private int[] spans = new int[64];
    private int count;
    private long from;
    private long to;

    Taking(Timelines timelines) {
        this.timelines = timelines;
    }

    void begin(long start, long end) {
        count = 0;
        from = start;
        to = end;
    }

    @Override
    public void take(int timeline, long amount) {
        if (count == spans.length) {
            spans = Arrays.copyOf(spans, 2 * count);
        }
        spans[count++] = timelines.addSpan(timeline, from, to, amount);
    }

    int[] spans() {
        return Arrays.copyOf(spans, count);
    }

    /// The previous spans followed by the new ones.
    int[] after(int[] before) {
        int[] all = Arrays.copyOf(before, before.length + count);
        System.arraycopy(spans, 0, all, before.length, count);
        return all;
    }
}
