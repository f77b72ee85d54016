package dev.sluice.kube.apiserver.admission;

import java.util.Optional;

/// Knows where a service can be reached from here.
@FunctionalInterface
public interface ServiceResolver {
    /// Such as `10.96.3.4:443`; empty if there is no such service. Its certificate must be for that host.
    Optional<String> hostAndPort(String namespace, String name, int port);
}
