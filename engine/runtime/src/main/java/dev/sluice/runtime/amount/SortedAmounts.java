package dev.sluice.runtime.amount;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A few amounts by name, in the order of the names. Immutable, so that one object can be shared.
///
/// Equivalent to an unmodifiable `TreeMap`, except that nulls are refused. A cluster has a map for each pod, with two
/// to five names: two arrays take a fifth of a tree, and a copy costs nothing.
@SuppressWarnings("JdkObsolete") // the records that have them say SortedMap
public final class SortedAmounts extends AbstractMap<String, Long> implements SortedMap<String, Long> {
    private static final SortedAmounts NONE = new SortedAmounts(new String[0], new long[0]);

    private final String[] names;
    private final long[] amounts;

    private SortedAmounts(String[] names, long[] amounts) {
        this.names = names;
        this.amounts = amounts;
    }

    /// Returns the same amounts: the map itself, if it is one of these.
    public static SortedAmounts copyOf(Map<String, Long> map) {
        if (map instanceof SortedAmounts amounts) {
            return amounts;
        }
        Builder builder = new Builder(map.size());
        map.forEach(builder::put);
        return builder.build();
    }

    /// Collects amounts, in any order of names.
    public static final class Builder {
        private String[] names;
        private long[] amounts;
        private int size;

        /// @param capacity the number of names, if there are no more
        public Builder(int capacity) {
            names = new String[capacity];
            amounts = new long[capacity];
        }

        /// Sets the amount of a name.
        public void put(String name, long amount) {
            int at = search(names, size, name);
            if (at >= 0) {
                amounts[at] = amount;
                return;
            }
            int place = -at - 1;
            if (size == names.length) {
                names = Arrays.copyOf(names, 2 * size + 1);
                amounts = Arrays.copyOf(amounts, 2 * size + 1);
            }
            System.arraycopy(names, place, names, place + 1, size - place);
            System.arraycopy(amounts, place, amounts, place + 1, size - place);
            names[place] = name;
            amounts[place] = amount;
            size++;
        }

        public SortedAmounts build() {
            if (size == 0) {
                return NONE;
            }
            return new SortedAmounts(Arrays.copyOf(names, size), Arrays.copyOf(amounts, size));
        }
    }

    private static int search(String[] names, int size, String name) {
        // Names often come in their order.
        for (int i = size - 1; i >= 0; i--) {
            int order = names[i].compareTo(name);
            if (order == 0) {
                return i;
            }
            if (order < 0) {
                return -i - 2;
            }
        }
        return -1;
    }

    private int indexOf(@Nullable Object name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return indexOf(name) >= 0;
    }

    @Override
    public @Nullable Long get(@Nullable Object name) {
        int at = indexOf(name);
        return at < 0 ? null : (Long) amounts[at];
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Long> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], amounts[i]);
        }
    }

    @Override
    public Set<Entry<String, Long>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Entry<String, Long>> iterator() {
                return new Iterator<>() {
                    private int next;

                    @Override
                    public boolean hasNext() {
                        return next < names.length;
                    }

                    @Override
                    public Entry<String, Long> next() {
                        if (next == names.length) {
                            throw new NoSuchElementException();
                        }
                        return Map.entry(names[next], amounts[next++]);
                    }
                };
            }
        };
    }

    @Override
    public @Nullable Comparator<? super String> comparator() {
        return null;
    }

    @Override
    public SortedMap<String, Long> subMap(String from, String to) {
        if (from.compareTo(to) > 0) {
            throw new IllegalArgumentException("from (%s) must not be after to (%s)".formatted(from, to));
        }
        return range(place(from), place(to));
    }

    @Override
    public SortedMap<String, Long> headMap(String to) {
        return range(0, place(to));
    }

    @Override
    public SortedMap<String, Long> tailMap(String from) {
        return range(place(from), names.length);
    }

    /// A copy shows the same as a view, since nothing changes.
    private SortedAmounts range(int begin, int end) {
        return new SortedAmounts(Arrays.copyOfRange(names, begin, end), Arrays.copyOfRange(amounts, begin, end));
    }

    /// Returns the index of the first name that is not before this one.
    private int place(String name) {
        int at = search(names, names.length, name);
        return at < 0 ? -at - 1 : at;
    }

    @Override
    public String firstKey() {
        if (names.length == 0) {
            throw new NoSuchElementException();
        }
        return names[0];
    }

    @Override
    public String lastKey() {
        if (names.length == 0) {
            throw new NoSuchElementException();
        }
        return names[names.length - 1];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other instanceof SortedAmounts same) {
            return Arrays.equals(amounts, same.amounts) && Arrays.equals(names, same.names);
        }
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        int sum = 0;
        for (int i = 0; i < names.length; i++) {
            sum += names[i].hashCode() ^ Long.hashCode(amounts[i]);
        }
        return sum;
    }
}
