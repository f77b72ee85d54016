package dev.sluice.kube.json;

/// A JSON boolean.
public enum JsonBoolean implements Json {
    TRUE,
    FALSE;

    @Override
    public String toString() {
        return this == TRUE ? "true" : "false";
    }
}
