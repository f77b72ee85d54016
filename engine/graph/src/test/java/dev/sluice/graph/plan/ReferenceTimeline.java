package dev.sluice.graph.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// The plain version that one timeline of [Timelines] is compared with: a list of spans, everything recomputed from
/// it.
final class ReferenceTimeline {
    static final class Span {
        final ReferenceTimeline timeline;
        final long start;
        long end;
        long amount;

        Span(ReferenceTimeline timeline, long start, long end, long amount) {
            this.timeline = timeline;
            this.start = start;
            this.end = end;
            this.amount = amount;
        }

        boolean covers(long moment) {
            return start <= moment && moment < end;
        }

        boolean isLive() {
            return timeline.spans.contains(this);
        }

        void remove() {
            timeline.spans.remove(this);
        }

        void reduce(long part) {
            amount -= part;
            if (amount == 0) {
                remove();
            }
        }
    }

    final List<Span> spans = new ArrayList<>();
    long total;

    ReferenceTimeline(long total) {
        this.total = total;
    }

    Span add(long start, long end, long amount) {
        Span span = new Span(this, start, end, amount);
        spans.add(span);
        return span;
    }

    long freeAt(long moment) {
        return total
                - spans.stream()
                        .filter(span -> span.covers(moment))
                        .mapToLong(span -> span.amount)
                        .sum();
    }

    long freeDuring(long start, long end) {
        long least = freeAt(start);
        for (long moment : borders()) {
            if (moment > start && moment < end) {
                least = Math.min(least, freeAt(moment));
            }
        }
        return least;
    }

    long firstFit(long earliest, long duration, long amount) {
        NavigableSet<Long> candidates = borders();
        candidates.add(earliest);
        for (long start : candidates.tailSet(earliest)) {
            long end = duration < Timelines.NEVER - start ? start + duration : Timelines.NEVER;
            if (freeDuring(start, end) >= amount) {
                return start;
            }
        }
        return Timelines.NEVER;
    }

    long nextChangeAfter(long moment) {
        for (long border : borders().tailSet(moment, false)) {
            if (freeAt(border) != freeAt(border - 1)) {
                return border;
            }
        }
        return Timelines.NEVER;
    }

    private NavigableSet<Long> borders() {
        NavigableSet<Long> borders = new TreeSet<>();
        for (Span span : spans) {
            borders.add(span.start);
            borders.add(span.end);
        }
        borders.remove(Timelines.NEVER);
        return borders;
    }
}
