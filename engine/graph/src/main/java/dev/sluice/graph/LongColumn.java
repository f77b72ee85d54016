package dev.sluice.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Whole numbers by index, each in four bytes for as long as all of them fit.
///
/// Ids could be any number, but hardly ever are above two billion; a machine of a million vertices need not pay
/// for it.
final class LongColumn {
    private int[] narrow = new int[64];
    private long @Nullable [] wide;

    LongColumn() {}

    LongColumn(LongColumn other) {
        narrow = other.narrow.clone();
        wide = other.wide == null ? null : other.wide.clone();
    }

    long get(int index) {
        return wide == null ? narrow[index] : wide[index];
    }

    void set(int index, long value) {
        if (wide == null && value != (int) value) {
            widen();
        }
        if (wide == null) {
            narrow[index] = (int) value;
        } else {
            wide[index] = value;
        }
    }

    void resize(int capacity) {
        if (wide == null) {
            narrow = Arrays.copyOf(narrow, capacity);
        } else {
            wide = Arrays.copyOf(wide, capacity);
        }
    }

    private void widen() {
        long[] values = new long[narrow.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = narrow[i];
        }
        wide = values;
        narrow = new int[0];
    }
}
