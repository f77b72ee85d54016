package dev.sluice.traces.batsim;

import java.util.Arrays;

/// Numbers, one per host or per pair of hosts. A task on a thousand hosts has a million of them, so they are not boxed.
public final class ResourceVector {
    public static final ResourceVector NONE = new ResourceVector();

    private final double[] values;

    private ResourceVector(double... values) {
        this.values = values;
    }

    public static ResourceVector of(double... values) {
        return new ResourceVector(values.clone());
    }

    public int size() {
        return values.length;
    }

    public double get(int index) {
        return values[index];
    }

    public double max() {
        return Arrays.stream(values).max().orElse(0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ResourceVector amounts && Arrays.equals(values, amounts.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
