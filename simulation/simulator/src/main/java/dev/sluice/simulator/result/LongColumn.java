package dev.sluice.simulator.result;

import java.util.Arrays;

/// Numbers that are added one after another.
final class LongColumn {
    private long[] values;
    private int size;

    LongColumn(int expected) {
        values = new long[expected];
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Growth.next(size));
        }
        values[size++] = value;
    }

    void set(int index, long value) {
        values[index] = value;
    }

    long get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    /// Returns the values; call it only when nothing is added or set any more, since it may return the column's
    /// own array.
    long[] toArray() {
        return size == values.length ? values : Arrays.copyOf(values, size);
    }
}
