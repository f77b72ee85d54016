package dev.sluice.queue.image;

import java.util.Arrays;

/// A map from numbers to dense indices with open addressing. Boxed keys would cost more than the rest of an
/// event.
final class LongIndex {
    static final int NONE = -1;

    /// At most half full, so that a search takes two or three steps.
    private static final int SLOTS_PER_KEY = 2;

    private long[] keys;
    private int[] values;
    private int size;

    LongIndex() {
        keys = new long[64];
        values = filled(64);
    }

    LongIndex(LongIndex other) {
        keys = other.keys.clone();
        values = other.values.clone();
        size = other.size;
    }

    int get(long key) {
        int mask = keys.length - 1;
        for (int slot = slot(key, mask); values[slot] != NONE; slot = (slot + 1) & mask) {
            if (keys[slot] == key) {
                return values[slot];
            }
        }
        return NONE;
    }

    void put(long key, int value) {
        if ((size + 1) * SLOTS_PER_KEY > keys.length) {
            grow();
        }
        insert(key, value);
        size++;
    }

    /// Removes a key that is there. The entries behind it move up, so that searches need no marks of removed
    /// ones.
    void remove(long key) {
        int mask = keys.length - 1;
        int hole = slot(key, mask);
        while (keys[hole] != key || values[hole] == NONE) {
            if (values[hole] == NONE) {
                return;
            }
            hole = (hole + 1) & mask;
        }
        size--;
        for (int at = (hole + 1) & mask; values[at] != NONE; at = (at + 1) & mask) {
            int home = slot(keys[at], mask);
            boolean mayMove = ((at - home) & mask) >= ((at - hole) & mask);
            if (mayMove) {
                keys[hole] = keys[at];
                values[hole] = values[at];
                hole = at;
            }
        }
        values[hole] = NONE;
    }

    private void insert(long key, int value) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (values[slot] != NONE) {
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[2 * oldKeys.length];
        values = filled(keys.length);
        for (int slot = 0; slot < oldKeys.length; slot++) {
            if (oldValues[slot] != NONE) {
                insert(oldKeys[slot], oldValues[slot]);
            }
        }
    }

    private static int slot(long key, int mask) {
        // Fibonacci hashing spreads consecutive ids, which are common.
        return (int) ((key * 0x9E37_79B9_7F4A_7C15L) >>> 40) & mask;
    }

    private static int[] filled(int length) {
        int[] values = new int[length];
        Arrays.fill(values, NONE);
        return values;
    }
}
