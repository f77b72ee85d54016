package dev.sluice.jobspec.pod;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A port of the node that a pod listens on. Two pods on a node may not have conflicting ports.
///
/// @param hostIp the address of the node; [#ANY_IP] stands for all of them
public record HostPort(Protocol protocol, String hostIp, int port) {
    public static final String ANY_IP = "0.0.0.0";
    public static final int PORT_MAX = 65_535;

    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IP_4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

    /// Longer than any IPv6 address, also one that ends in an IPv4 address.
    private static final int IP_CHARS_MAX = 45;

    private static final Pattern IP_6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:]+[0-9a-fA-F:.]*");

    public enum Protocol {
        TCP,
        UDP,
        SCTP;

        public static List<String> names() {
            return Arrays.stream(values()).map(Protocol::name).toList();
        }

        public static Optional<Protocol> named(String name) {
            return Arrays.stream(values())
                    .filter(protocol -> protocol.name().equals(name))
                    .findFirst();
        }
    }

    public HostPort {
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("hostPort (" + port + ") must be in 1 to " + PORT_MAX);
        }
        boolean isAddress = hostIp.length() <= IP_CHARS_MAX
                && (IP_4.matcher(hostIp).matches() || IP_6.matcher(hostIp).matches());
        if (!isAddress) {
            throw new IllegalArgumentException("hostIP (" + hostIp + ") must be an IP address");
        }
    }

    public static HostPort tcp(int port) {
        return new HostPort(Protocol.TCP, ANY_IP, port);
    }

    /// Whether pods with these ports cannot share a node.
    public boolean conflictsWith(HostPort other) {
        return port == other.port
                && protocol == other.protocol
                && (hostIp.equals(other.hostIp) || hostIp.equals(ANY_IP) || other.hostIp.equals(ANY_IP));
    }

    /// Whether any of the ones conflicts with any of the others.
    public static boolean conflict(List<HostPort> ones, List<HostPort> others) {
        for (HostPort one : ones) {
            for (HostPort other : others) {
                if (one.conflictsWith(other)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// The port as logs show it: `TCP 8080`, `UDP 10.0.0.1:53`.
    @Override
    public String toString() {
        return protocol + " " + (hostIp.equals(ANY_IP) ? "" : hostIp + ":") + port;
    }
}
