package dev.sluice.jobspec.set;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// A set of non-negative ids (RFC 22), such as `0-3,7`.
///
/// Stored as ascending ranges that neither overlap nor touch, so `0-999999999` takes as much memory as `0-1`, and
/// equal sets have equal arrays.
public final class Idset {
    public static final Idset EMPTY = new Idset(new long[0], 0);

    /// The largest id. One below the largest `long`, so that the size and `last + 1` do not overflow.
    public static final long MAX_ID = Long.MAX_VALUE - 1;

    /// The longest text that is parsed: 100,000 ids that do not touch, with commas. A longer one is a mistake or an
    /// attack.
    public static final int MAX_TEXT_CHARS = 1_000_000;

    private static final String NOTATION = "idset";

    /// First and last id of each range, alternating.
    private final long[] bounds;

    private Idset(long[] bounds, int used) {
        this.bounds = used == bounds.length ? bounds : Arrays.copyOf(bounds, used);
    }

    public static Idset of(long... ids) {
        long[] sorted = ids.clone();
        Arrays.sort(sorted);
        Builder builder = new Builder(sorted.length);
        for (long id : sorted) {
            builder.add(checked(id), id);
        }
        return builder.build();
    }

    public static Idset range(long first, long last) {
        if (last < first) {
            throw new IllegalArgumentException("range ends (" + last + ") before it begins (" + first + ")");
        }
        return new Idset(new long[] {checked(first), checked(last)}, 2);
    }

    public static Idset parse(String text) {
        if (text.length() > MAX_TEXT_CHARS) {
            throw new MalformedTextException(
                    NOTATION, text, MAX_TEXT_CHARS, "more characters than are read (" + MAX_TEXT_CHARS + ")");
        }
        NumberScanner scanner = NumberScanner.withinBrackets(NOTATION, text);
        Builder builder = new Builder(4);
        while (scanner.hasMore()) {
            int start = scanner.position();
            long first = scanner.number(MAX_ID);
            long last = scanner.skip('-') ? scanner.number(MAX_ID) : first;
            if (last < first) {
                throw scanner.problem(start, "range ends (" + last + ") before it begins (" + first + ")");
            }
            if (first <= builder.last()) {
                throw scanner.problem(
                        start,
                        "id (" + first + ") does not come after (" + builder.last() + ")",
                        "ids have to be sorted and named once?");
            }
            builder.add(first, last);
            scanner.separator();
        }
        return builder.build();
    }

    /// Encodes the set in the shortest form: ranges where ids are consecutive, no brackets.
    public String encode() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bounds.length; i += 2) {
            text.append(i == 0 ? "" : ",").append(bounds[i]);
            if (bounds[i] != bounds[i + 1]) {
                text.append('-').append(bounds[i + 1]);
            }
        }
        return text.toString();
    }

    public boolean isEmpty() {
        return bounds.length == 0;
    }

    public long size() {
        long size = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            size += bounds[i + 1] - bounds[i] + 1;
        }
        return size;
    }

    public long first() {
        requireNotEmpty();
        return bounds[0];
    }

    public long last() {
        requireNotEmpty();
        return bounds[bounds.length - 1];
    }

    public boolean contains(long id) {
        int at = Arrays.binarySearch(bounds, id);
        // Between two bounds, an odd insertion point lies inside a range.
        return at >= 0 || (-(at + 1) & 1) == 1;
    }

    public int rangeCount() {
        return bounds.length / 2;
    }

    public long rangeFirst(int range) {
        return bounds[2 * range];
    }

    public long rangeLast(int range) {
        return bounds[2 * range + 1];
    }

    public void forEach(LongConsumer action) {
        for (int i = 0; i < bounds.length; i += 2) {
            for (long id = bounds[i]; id <= bounds[i + 1]; id++) {
                action.accept(id);
            }
        }
    }

    public LongStream stream() {
        return IntStream.range(0, rangeCount())
                .boxed()
                .flatMapToLong(range -> LongStream.rangeClosed(rangeFirst(range), rangeLast(range)));
    }

    public Idset union(Idset other) {
        Builder builder = new Builder(bounds.length + other.bounds.length);
        int mine = 0;
        int theirs = 0;
        while (mine < bounds.length || theirs < other.bounds.length) {
            if (theirs == other.bounds.length || (mine < bounds.length && bounds[mine] <= other.bounds[theirs])) {
                builder.add(bounds[mine], bounds[mine + 1]);
                mine += 2;
            } else {
                builder.add(other.bounds[theirs], other.bounds[theirs + 1]);
                theirs += 2;
            }
        }
        return builder.build();
    }

    public Idset minus(Idset other) {
        Builder builder = new Builder(bounds.length + other.bounds.length);
        int theirs = 0;
        for (int i = 0; i < bounds.length; i += 2) {
            long first = bounds[i];
            long last = bounds[i + 1];
            while (theirs < other.bounds.length && other.bounds[theirs + 1] < first) {
                theirs += 2;
            }
            for (int j = theirs; first <= last && j < other.bounds.length && other.bounds[j] <= last; j += 2) {
                if (first < other.bounds[j]) {
                    builder.add(first, other.bounds[j] - 1);
                }
                first = other.bounds[j + 1] + 1;
            }
            if (first <= last) {
                builder.add(first, last);
            }
        }
        return builder.build();
    }

    public Idset intersect(Idset other) {
        return minus(minus(other));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Idset set && Arrays.equals(bounds, set.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    @Override
    public String toString() {
        return encode();
    }

    private void requireNotEmpty() {
        if (isEmpty()) {
            throw new NoSuchElementException("the idset is empty");
        }
    }

    private static long checked(long id) {
        if (id < 0 || id > MAX_ID) {
            throw new IllegalArgumentException("id (" + id + ") is not in 0 to (" + MAX_ID + ")");
        }
        return id;
    }

    /// Collects ranges in ascending order of their first id, and joins those that overlap or touch.
    private static final class Builder {
        private long[] bounds;
        private int used;

        Builder(int expected) {
            bounds = new long[Math.max(2, expected)];
        }

        /// The last id so far; -1 if there is none.
        long last() {
            return used == 0 ? -1 : bounds[used - 1];
        }

        void add(long first, long last) {
            if (used > 0 && first <= last() + 1) {
                bounds[used - 1] = Math.max(last(), last);
                return;
            }
            if (used + 2 > bounds.length) {
                bounds = Arrays.copyOf(bounds, Math.max(used + 2, bounds.length * 2));
            }
            bounds[used++] = first;
            bounds[used++] = last;
        }

        Idset build() {
            return used == 0 ? EMPTY : new Idset(bounds, used);
        }
    }
}
