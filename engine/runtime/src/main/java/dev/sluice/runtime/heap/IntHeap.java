package dev.sluice.runtime.heap;

import dev.sluice.runtime.fault.Invariants;
import java.util.Arrays;

/// A priority queue of ints in primitive arrays, smallest first by two long keys: the key and the tie-break.
///
/// It is a four-ary heap. The keys lie in the heap itself, side by side, so that the four children compared on the
/// way down share a cache line and no other memory is read. No operation allocates once the arrays have grown.
///
/// A *tracked* heap also knows the place of each value. It holds a value at most once, and any value can be looked
/// up or removed in logarithmic time. Its values must be small non-negative numbers: they index an array.
///
/// A caller that wants the largest first inverts the key with `~`, which reverses the order and cannot overflow.
/// Entries with equal key and equal tie-break leave in an unspecified but deterministic order.
///
/// Equivalent to a [java.util.PriorityQueue] of (key, tie-break, value); the tests compare it with one. Not
/// thread-safe.
public final class IntHeap {
    public static final int NONE = -1;

    /// Half of what a Java array of two longs per entry could hold.
    public static final int ENTRIES_MAX = 1 << 29;

    private static final int INITIAL_CAPACITY = 64;
    private static final int[] UNTRACKED = {};

    private long[] keys = new long[2 * INITIAL_CAPACITY];
    private int[] values = new int[INITIAL_CAPACITY];
    private int size;

    private final boolean isTracked;

    /// By value; stale for values that are not in the heap.
    private int[] places;

    /// A heap that gives access to its first entry only.
    public IntHeap() {
        this(false);
    }

    private IntHeap(boolean isTracked) {
        this.isTracked = isTracked;
        this.places = isTracked ? new int[INITIAL_CAPACITY] : UNTRACKED;
    }

    public static IntHeap tracked() {
        return new IntHeap(true);
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public void clear() {
        size = 0;
    }

    /// Adds a value. A tracked heap must not contain it yet.
    public void add(long key, long tieBreak, int value) {
        if (size == values.length) {
            grow();
        }
        if (isTracked && value >= places.length) {
            places = Arrays.copyOf(places, Math.max(value + 1, 2 * places.length));
        }
        siftUp(size++, key, tieBreak, value);
    }

    /// The first value, or [#NONE] if the heap is empty.
    public int first() {
        return size == 0 ? NONE : values[0];
    }

    /// The key of the first value; the heap must not be empty.
    public long firstKey() {
        return keys[0];
    }

    /// The tie-break of the first value; the heap must not be empty.
    public long firstTieBreak() {
        return keys[1];
    }

    /// Removes the first value and returns it; the heap must not be empty.
    public int removeFirst() {
        int first = values[0];
        removeAt(0);
        return first;
    }

    /// Gives the first value other keys and moves it to where they belong. Cheaper than removing and adding it.
    public void rekeyFirst(long key, long tieBreak) {
        siftDown(0, key, tieBreak, values[0]);
    }

    /// One of the values, for iteration from 0 to [#size]. Only the place of the first one is specified.
    public int value(int place) {
        return values[place];
    }

    /// Whether a tracked heap contains the value.
    public boolean contains(int value) {
        return value < places.length && places[value] < size && values[places[value]] == value;
    }

    /// The key of a value in a tracked heap, which must contain it.
    public long key(int value) {
        return keys[2 * places[value]];
    }

    /// The tie-break of a value in a tracked heap.
    public long tieBreak(int value) {
        return keys[2 * places[value] + 1];
    }

    /// Removes a value from a tracked heap, which must contain it.
    public void remove(int value) {
        removeAt(places[value]);
    }

    private void grow() {
        Invariants.check(size < ENTRIES_MAX, "more than (%d) entries in a heap", ENTRIES_MAX);
        keys = Arrays.copyOf(keys, 4 * size);
        values = Arrays.copyOf(values, 2 * size);
    }

    /// Replaces the entry by the last one, which may have to move either way: it comes from another branch of
    /// the heap.
    private void removeAt(int place) {
        int last = --size;
        if (place == last) {
            return;
        }
        long key = keys[2 * last];
        long tieBreak = keys[2 * last + 1];
        if (place > 0 && isBefore(key, tieBreak, (place - 1) >> 2)) {
            siftUp(place, key, tieBreak, values[last]);
        } else {
            siftDown(place, key, tieBreak, values[last]);
        }
    }

    private void siftUp(int from, long key, long tieBreak, int value) {
        int place = from;
        while (place > 0) {
            int parent = (place - 1) >> 2;
            if (!isBefore(key, tieBreak, parent)) {
                break;
            }
            move(parent, place);
            place = parent;
        }
        put(place, key, tieBreak, value);
    }

    private void siftDown(int from, long key, long tieBreak, int value) {
        int place = from;
        int child = 4 * place + 1;
        while (child < size) {
            int least = leastOf(child, Math.min(child + 4, size));
            if (isBefore(key, tieBreak, least)) {
                break;
            }
            move(least, place);
            place = least;
            child = 4 * place + 1;
        }
        put(place, key, tieBreak, value);
    }

    private int leastOf(int from, int to) {
        int least = from;
        for (int other = from + 1; other < to; other++) {
            if (isBefore(keys[2 * other], keys[2 * other + 1], least)) {
                least = other;
            }
        }
        return least;
    }

    private boolean isBefore(long key, long tieBreak, int place) {
        long other = keys[2 * place];
        return key < other || (key == other && tieBreak < keys[2 * place + 1]);
    }

    private void move(int from, int to) {
        put(to, keys[2 * from], keys[2 * from + 1], values[from]);
    }

    private void put(int place, long key, long tieBreak, int value) {
        keys[2 * place] = key;
        keys[2 * place + 1] = tieBreak;
        values[place] = value;
        if (isTracked) {
            places[value] = place;
        }
    }
}
