package dev.sluice.kube.json;

/// A JSON string.
public record JsonString(String text) implements Json {
    // A record's generated methods are linked at run time; explicit ones make the server start faster.
    @Override
    public boolean equals(Object other) {
        return other instanceof JsonString(String otherText) && text.equals(otherText);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return JsonText.write(this);
    }
}
