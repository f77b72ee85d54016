package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.Toleration;
import dev.sluice.jobspec.pod.TopologySpread;
import java.util.LinkedHashMap;
import java.util.Map;

/// The tree of `scheduling-directives` as [JobspecWriter] writes it, defaults omitted.
final class DirectivesTree {
    private DirectivesTree() {}

    static Map<String, Object> of(SchedulingDirectives directives) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (!directives.tolerations().isEmpty()) {
            tree.put(
                    "tolerations",
                    directives.tolerations().stream()
                            .map(DirectivesTree::toleration)
                            .toList());
        }
        if (!directives.hostPorts().isEmpty()) {
            tree.put(
                    "hostPorts",
                    directives.hostPorts().stream()
                            .map(DirectivesTree::hostPort)
                            .toList());
        }
        directives.colocation().ifPresent(colocation -> tree.put("colocation", colocation(colocation)));
        directives.topologySpread().ifPresent(spread -> tree.put("topologySpread", spread(spread)));
        return tree;
    }

    private static Map<String, Object> hostPort(HostPort port) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("hostPort", (long) port.port());
        if (port.protocol() != HostPort.Protocol.TCP) {
            tree.put("protocol", port.protocol().name());
        }
        if (!port.hostIp().equals(HostPort.ANY_IP)) {
            tree.put("hostIP", port.hostIp());
        }
        return tree;
    }

    private static Map<String, Object> colocation(Colocation colocation) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("topologyKey", colocation.topologyKey());
        if (!colocation.isDemand()) {
            tree.put("whenUnsatisfiable", colocation.whenUnsatisfiable().text());
        }
        return tree;
    }

    private static Map<String, Object> spread(TopologySpread spread) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("topologyKey", spread.topologyKey());
        tree.put("maxSkew", (long) spread.maxSkew());
        if (!spread.existing().isEmpty()) {
            tree.put("existing", spread.existing());
        }
        return tree;
    }

    private static Map<String, Object> toleration(Toleration toleration) {
        Map<String, Object> tree = new LinkedHashMap<>();
        toleration.key().ifPresent(key -> tree.put("key", key));
        if (toleration.operator() != Toleration.Operator.EQUAL) {
            tree.put("operator", toleration.operator().text());
        }
        if (!toleration.value().isEmpty()) {
            tree.put("value", toleration.value());
        }
        toleration.effect().ifPresent(effect -> tree.put("effect", effect.text()));
        return tree;
    }
}
