package dev.sluice.kube.json;

/// The JSON null.
public enum JsonNull implements Json {
    NULL;

    @Override
    public String toString() {
        return "null";
    }
}
