package dev.sluice.kube.apiserver.access;

/// Where requests come in: who asks is found out first, then whether he may.
public record AuthFilter(Authenticator authenticator, Authorizer authorizer) {}
