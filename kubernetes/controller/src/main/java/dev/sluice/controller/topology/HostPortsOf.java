package dev.sluice.controller.topology;

import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.HostPort.Protocol;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// The host ports of a pod, as the graph counts them.
public final class HostPortsOf {
    private HostPortsOf() {}

    public static List<HostPort> pod(JsonObject pod) {
        List<HostPort> ports = new ArrayList<>(0);
        for (dev.sluice.kube.request.HostPort port : dev.sluice.kube.request.HostPort.of(pod)) {
            Protocol protocol = Protocol.named(port.protocol()).orElse(Protocol.TCP);
            if (port.port() <= HostPort.PORT_MAX) {
                ports.add(of(protocol, port));
            }
        }
        return ports;
    }

    /// An address that is none, which the server should have refused, stands for all addresses: too many conflicts
    /// are better than too few.
    private static HostPort of(Protocol protocol, dev.sluice.kube.request.HostPort port) {
        try {
            return new HostPort(protocol, port.ip(), port.port());
        } catch (IllegalArgumentException _) {
            return new HostPort(protocol, HostPort.ANY_IP, port.port());
        }
    }
}
