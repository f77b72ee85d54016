package dev.sluice.simulator.result;

import java.util.Arrays;

/// Small numbers that are added one after another.
final class IntColumn {
    private int[] values;
    private int size;

    IntColumn(int expected) {
        values = new int[expected];
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Growth.next(size));
        }
        values[size++] = value;
    }

    void set(int index, int value) {
        values[index] = value;
    }

    int get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    /// Returns the values; call it only when nothing is added or set any more, since it may return the column's
    /// own array.
    int[] toArray() {
        return size == values.length ? values : Arrays.copyOf(values, size);
    }
}
