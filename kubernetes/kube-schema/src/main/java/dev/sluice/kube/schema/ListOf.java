package dev.sluice.kube.schema;

/// Values in a row.
///
/// @param wrapped whether protobuf has the list in a message of its own, as its field 1
public record ListOf(ValueType element, boolean wrapped) implements ValueType {}
