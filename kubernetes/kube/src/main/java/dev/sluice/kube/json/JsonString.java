package dev.sluice.kube.json;

/// A text.
public record JsonString(String text) implements Json {
    @Override
    public String toString() {
        return JsonText.write(this);
    }
}
