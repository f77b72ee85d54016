package dev.sluice.kube.apiserver.access;

/// Where requests come in: who asks is found out first, then whether he may.
public record Gate(Authenticator authenticator, Authorizer authorizer) {}
