package dev.sluice.kube.apiserver.schema;

/// What a value may be.
public sealed interface ValueType permits Scalar, ListOf, MapOf, ObjectSchema {}
