package dev.sluice.kube.apiserver.schema;

/// Values by names that the user chooses.
public record MapOf(ValueType value) implements ValueType {}
