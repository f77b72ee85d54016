package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.tls.ServerTls;
import dev.sluice.kube.certificate.Authority;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import javax.net.ssl.SSLContext;

/// The private keys and certificates of a server with TLS.
record ServerKeys(Authority authority, SSLContext context) {
    /// What clients call an API server, from outside and from within a cluster.
    private static final List<String> NAMES = List.of(
            "localhost",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local");

    static ServerKeys generate() {
        Authority authority = Authority.generate();
        return new ServerKeys(
                authority, ServerTls.context(authority.server(NAMES, addresses()), authority.certificate()));
    }

    private static List<InetAddress> addresses() {
        try {
            // The third is the first service address, which the real server gives itself.
            return List.of(
                    InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                    InetAddress.getByAddress(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}),
                    InetAddress.getByAddress(new byte[] {10, 96, 0, 1}));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("addresses in numbers need no look-up", e);
        }
    }
}
