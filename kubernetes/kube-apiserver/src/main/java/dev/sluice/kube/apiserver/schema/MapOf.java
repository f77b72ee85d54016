package dev.sluice.kube.apiserver.schema;

/// A map with string keys.
public record MapOf(ValueType value) implements ValueType {}
