package dev.sluice.kube.schema;

/// A map with string keys.
public record MapOf(ValueType value) implements ValueType {}
