package dev.sluice.kube.schema;

/// The type of a field's value.
public sealed interface ValueType permits Scalar, ListOf, MapOf, ObjectSchema {}
