package dev.sluice.kube.request;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.LinkedHashSet;
import java.util.Set;

/// A port of a node that a pod takes.
///
/// @param ip one of the node's addresses, or [#ANY] for all of them
public record HostPort(String ip, String protocol, int port) {
    public static final String ANY = "0.0.0.0";

    /// Returns the host ports of a pod: those of its containers and sidecars. With the host's network all of their
    /// ports are host ports.
    public static Set<HostPort> of(JsonObject pod) {
        JsonObject spec = pod.object("spec");
        boolean isHostNetwork = spec.isTrue("hostNetwork");
        Set<HostPort> ports = new LinkedHashSet<>();
        for (Json each : spec.array("initContainers")) {
            if (each instanceof JsonObject container && PodRequest.isSidecar(container)) {
                addPorts(container, isHostNetwork, ports);
            }
        }
        for (Json each : spec.array("containers")) {
            if (each instanceof JsonObject container) {
                addPorts(container, isHostNetwork, ports);
            }
        }
        return ports;
    }

    private static void addPorts(JsonObject container, boolean isHostNetwork, Set<HostPort> ports) {
        for (Json each : container.array("ports")) {
            if (each instanceof JsonObject port) {
                long number = port.number(isHostNetwork ? port.number(0, "containerPort") : 0, "hostPort");
                if (number > 0) {
                    ports.add(new HostPort(
                            otherwise(port.text("hostIP"), ANY),
                            otherwise(port.text("protocol"), "TCP"),
                            Math.toIntExact(Math.min(number, Integer.MAX_VALUE))));
                }
            }
        }
    }

    private static String otherwise(String text, String ifEmpty) {
        return text.isEmpty() ? ifEmpty : text;
    }

    /// True if a node cannot give both ports.
    public boolean conflictsWith(HostPort other) {
        boolean isSameIp = ip.equals(other.ip) || ip.equals(ANY) || other.ip.equals(ANY);
        return port == other.port && protocol.equals(other.protocol) && isSameIp;
    }
}
