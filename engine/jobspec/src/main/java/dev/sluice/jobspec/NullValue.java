package dev.sluice.jobspec;

/// Stands for `null` in free-form attributes, whose maps and lists hold no Java null.
public enum NullValue {
    NULL;

    @Override
    public String toString() {
        return "null";
    }
}
