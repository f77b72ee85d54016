package dev.sluice.kube.json;

/// The value that says there is none.
public enum JsonNull implements Json {
    NULL;

    @Override
    public String toString() {
        return "null";
    }
}
