package dev.sluice.jobspec.pod;

/// A test of a field of the node object. Kubernetes knows one field, the node's name, and compares it with one value.
public record FieldRequirement(String key, SelectorOperator operator, String value) {
    public static final String NAME = "metadata.name";

    public FieldRequirement {
        if (!key.equals(NAME)) {
            throw new IllegalArgumentException("key (" + key + ") must be " + NAME);
        }
        if (operator != SelectorOperator.IN && operator != SelectorOperator.NOT_IN) {
            throw new IllegalArgumentException("operator (" + operator.text() + ") of a field must be In or NotIn");
        }
    }

    boolean matches(LabelledNode node) {
        return node.hostname().equals(value) == (operator == SelectorOperator.IN);
    }
}
