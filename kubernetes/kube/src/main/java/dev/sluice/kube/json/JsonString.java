package dev.sluice.kube.json;

/// A text.
public record JsonString(String text) implements Json {
    // What the JVM would make up for a record, it makes at run time; written out, a server starts sooner.
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
