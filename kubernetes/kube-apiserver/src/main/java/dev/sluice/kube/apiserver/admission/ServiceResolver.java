package dev.sluice.kube.apiserver.admission;

import java.util.Optional;

/// Resolves a service to an address that this process can reach.
@FunctionalInterface
public interface ServiceResolver {
    /// Returns an address such as `10.96.3.4:443`; empty if there is no such service. The certificate must be valid
    /// for it.
    Optional<String> hostAndPort(String namespace, String name, int port);
}
