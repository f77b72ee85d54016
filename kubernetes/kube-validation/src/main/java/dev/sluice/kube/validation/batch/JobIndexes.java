package dev.sluice.kube.validation.batch;

import dev.sluice.kube.names.GoQuoting;
import java.util.ArrayList;
import java.util.List;

/// Completion indexes as text: `1,3-5,7`.
///
/// @param count the number of indexes
/// @param problem what is wrong with the text; empty if it is valid
/// @param ranges the valid ranges, in order
record JobIndexes(long count, String problem, List<Range> ranges) {

    /// All from the first to the last.
    record Range(long first, long last) {}

    static JobIndexes parse(String text, long completions) {
        List<Range> ranges = new ArrayList<>();
        String problem = "";
        long count = 0;
        long last = -1;
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            String wrong = ends.length > 2
                    ? "the fragment " + GoQuoting.of(part)
                            + " violates the requirement that an index interval can have at most two parts separated"
                            + " by '-'"
                    : error(ends, completions);
            if (wrong.isEmpty()) {
                Range range = new Range(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
                if (last >= range.first()) {
                    wrong = order(last, range.first());
                }
                ranges.add(range);
                count += range.last() - range.first() + 1;
                last = range.last();
            }
            problem = problem.isEmpty() ? wrong : problem;
        }
        return new JobIndexes(problem.isEmpty() ? count : 0, problem, ranges);
    }

    private static String error(String[] ends, long completions) {
        for (String end : ends) {
            if (!end.matches("\\d{1,9}")) {
                return "cannot convert string to integer for index: " + GoQuoting.of(end);
            }
            if (Long.parseLong(end) >= completions) {
                return "too large index: " + GoQuoting.of(end);
            }
        }
        boolean isFalling = ends.length == 2 && Long.parseLong(ends[0]) >= Long.parseLong(ends[1]);
        return isFalling ? order(Long.parseLong(ends[0]), Long.parseLong(ends[1])) : "";
    }

    private static String order(long before, long now) {
        return "non-increasing order, previous: %d, current: %d".formatted(before, now);
    }

    /// The first index that both have, or -1.
    long common(JobIndexes other) {
        for (Range range : ranges) {
            for (Range theirs : other.ranges) {
                if (range.first() <= theirs.last() && theirs.first() <= range.last()) {
                    return Math.max(range.first(), theirs.first());
                }
            }
        }
        return -1;
    }
}
