package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.Set;

/// The host ports of pods.
final class HostPorts {
    private static final String ANY = "0.0.0.0";

    private HostPorts() {}

    /// A port at one of the node's addresses, or all of them.
    record HostPort(String ip, String protocol, long port) {
        boolean isInTheWayOf(HostPort other) {
            boolean isSameIp = ip.equals(other.ip) || ip.equals(ANY) || other.ip.equals(ANY);
            return port == other.port && protocol.equals(other.protocol) && isSameIp;
        }
    }

    static Set<HostPort> of(JsonObject pod) {
        Set<HostPort> ports = new LinkedHashSet<>();
        for (Json each : pod.array("spec", "containers")) {
            if (each instanceof JsonObject container) {
                for (Json one : container.array("ports")) {
                    if (one instanceof JsonObject port && port.number(0, "hostPort") > 0) {
                        ports.add(new HostPort(
                                otherwise(port.text("hostIP"), ANY),
                                otherwise(port.text("protocol"), "TCP"),
                                port.number(0, "hostPort")));
                    }
                }
            }
        }
        return ports;
    }

    private static String otherwise(String text, String ifEmpty) {
        return text.isEmpty() ? ifEmpty : text;
    }
}
