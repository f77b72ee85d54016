package dev.sluice.kube.apiserver.access;

/// Authenticates and authorizes requests.
public record AuthFilter(Authenticator authenticator, Authorizer authorizer) {}
