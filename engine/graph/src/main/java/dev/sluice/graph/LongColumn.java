package dev.sluice.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Integers by index, in four bytes each while all of them fit.
///
/// Ids may be any long but are rarely above two billion; this halves their memory on a machine of a million
/// vertices.
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
