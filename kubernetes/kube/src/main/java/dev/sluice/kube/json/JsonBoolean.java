package dev.sluice.kube.json;

/// True or false.
public enum JsonBoolean implements Json {
    TRUE,
    FALSE;

    @Override
    public String toString() {
        return this == TRUE ? "true" : "false";
    }
}
