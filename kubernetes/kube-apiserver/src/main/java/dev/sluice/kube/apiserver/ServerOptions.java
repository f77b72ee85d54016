package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.access.User;
import dev.sluice.kube.apiserver.admission.ServiceResolver;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The ports, addresses, tokens and limits of a server.
///
/// @param plainPort of HTTP on loopback, where every client is the administrator; 0 for any free port, empty for none
/// @param securePort of HTTPS; 0 for any free port, empty for none
/// @param address that HTTPS listens on
/// @param tokens that never expire, with their users
/// @param services resolves the services that webhooks name
/// @param changesRemembered the changes that the watch cache of each resource keeps; a watch that falls further behind
///     gets 410
public record ServerOptions(
        OptionalInt plainPort,
        OptionalInt securePort,
        InetAddress address,
        Map<String, User> tokens,
        ServiceResolver services,
        int changesRemembered) {
    /// About as many as the real server's watch cache keeps of a busy resource; a few tens of megabytes of pods.
    private static final int CHANGES_REMEMBERED = 16_384;

    /// Services cannot be reached unless a resolver is given.
    private static final ServiceResolver NO_SERVICES = (_, _, _) -> Optional.empty();

    public ServerOptions {
        tokens = Map.copyOf(tokens);
    }

    /// Plain HTTP on loopback only.
    public static ServerOptions plain(int port) {
        return new ServerOptions(
                OptionalInt.of(port),
                OptionalInt.empty(),
                InetAddress.getLoopbackAddress(),
                Map.of(),
                NO_SERVICES,
                CHANGES_REMEMBERED);
    }

    /// HTTPS on loopback only.
    public static ServerOptions secure(int port) {
        return new ServerOptions(
                OptionalInt.empty(),
                OptionalInt.of(port),
                InetAddress.getLoopbackAddress(),
                Map.of(),
                NO_SERVICES,
                CHANGES_REMEMBERED);
    }

    public ServerOptions withPlainPort(int port) {
        return new ServerOptions(OptionalInt.of(port), securePort, address, tokens, services, changesRemembered);
    }

    public ServerOptions withToken(String token, User user) {
        Map<String, User> more = new HashMap<>(tokens);
        more.put(token, user);
        return new ServerOptions(plainPort, securePort, address, more, services, changesRemembered);
    }

    public ServerOptions withServices(ServiceResolver resolver) {
        return new ServerOptions(plainPort, securePort, address, tokens, resolver, changesRemembered);
    }

    public ServerOptions withChangesRemembered(int changes) {
        return new ServerOptions(plainPort, securePort, address, tokens, services, changes);
    }
}
