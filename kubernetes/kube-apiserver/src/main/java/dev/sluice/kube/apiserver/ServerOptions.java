package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.access.User;
import dev.sluice.kube.apiserver.admission.ServiceResolver;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How a server can be reached, by whom, and whom it can reach.
///
/// @param plainPort of HTTP on loopback, where everybody is the administrator; 0 for any that is free, empty for none
/// @param securePort of HTTPS; 0 for any that is free, empty for none
/// @param address that HTTPS listens on
/// @param tokens that are good for ever, and whose they are
/// @param services where webhooks are that are named by a service
public record ServerOptions(
        OptionalInt plainPort,
        OptionalInt securePort,
        InetAddress address,
        Map<String, User> tokens,
        ServiceResolver services) {
    /// Nothing routes to services here unless somebody says how.
    private static final ServiceResolver NO_SERVICES = (_, _, _) -> Optional.empty();

    public ServerOptions {
        tokens = Map.copyOf(tokens);
    }

    /// Plain HTTP on loopback only.
    public static ServerOptions plain(int port) {
        return new ServerOptions(
                OptionalInt.of(port), OptionalInt.empty(), InetAddress.getLoopbackAddress(), Map.of(), NO_SERVICES);
    }

    /// HTTPS on loopback only.
    public static ServerOptions secure(int port) {
        return new ServerOptions(
                OptionalInt.empty(), OptionalInt.of(port), InetAddress.getLoopbackAddress(), Map.of(), NO_SERVICES);
    }

    public ServerOptions withPlainPort(int port) {
        return new ServerOptions(OptionalInt.of(port), securePort, address, tokens, services);
    }

    public ServerOptions withToken(String token, User user) {
        Map<String, User> more = new HashMap<>(tokens);
        more.put(token, user);
        return new ServerOptions(plainPort, securePort, address, more, services);
    }

    public ServerOptions withServices(ServiceResolver resolver) {
        return new ServerOptions(plainPort, securePort, address, tokens, resolver);
    }
}
