package dev.sluice.kube.apiserver.access;

/// What a server uses to authenticate and authorize requests.
public record AccessControl(Authenticator authenticator, Authorizer authorizer) {}
