package dev.sluice.traces;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The jobs or lines that were left out, and why.
///
/// @param first the reasons of the first few
public record LeftOut(long count, List<String> first) {

    /// Enough to see a pattern; a damaged file may have as many reasons as lines.
    private static final int REASONS_MAX = 5;

    public static final LeftOut NOTHING = new LeftOut(0, List.of());

    public LeftOut {
        first = List.copyOf(first);
    }

    public boolean isNothing() {
        return count == 0;
    }

    public LeftOut plus(LeftOut other) {
        return new LeftOut(
                count + other.count,
                Stream.concat(first.stream(), other.first.stream())
                        .limit(REASONS_MAX)
                        .toList());
    }

    /// Counts one by one.
    public static final class Counter {
        private final List<String> first = new ArrayList<>();
        private long count;

        public void add(String reason) {
            count++;
            if (first.size() < REASONS_MAX) {
                first.add(reason);
            }
        }

        public LeftOut result() {
            return new LeftOut(count, first);
        }
    }
}
