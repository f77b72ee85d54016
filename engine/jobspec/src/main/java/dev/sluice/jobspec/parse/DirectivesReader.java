package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.Toleration;
import dev.sluice.jobspec.pod.TopologySpread;
import dev.sluice.jobspec.pod.WhenUnsatisfiable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads `scheduling-directives`, whose parts have the names that they have in a pod's spec.
final class DirectivesReader {
    private static final List<String> KEYS = List.of("tolerations", "hostPorts", "colocation", "topologySpread");
    private static final List<String> TOLERATION_KEYS = List.of("key", "operator", "value", "effect");
    private static final List<String> PORT_KEYS = List.of("hostPort", "protocol", "hostIP");
    private static final List<String> COLOCATION_KEYS = List.of("topologyKey", "whenUnsatisfiable");
    private static final List<String> SPREAD_KEYS = List.of("topologyKey", "maxSkew", "whenUnsatisfiable", "existing");

    private DirectivesReader() {}

    static SchedulingDirectives directives(Value directives) {
        directives.fields(KEYS);
        List<Toleration> tolerations = elements(directives, "tolerations").stream()
                .map(DirectivesReader::toleration)
                .toList();
        List<HostPort> ports = elements(directives, "hostPorts").stream()
                .map(DirectivesReader::hostPort)
                .toList();
        Optional<Colocation> colocation = directives.find("colocation").map(DirectivesReader::colocation);
        Optional<TopologySpread> spread = directives.find("topologySpread").map(DirectivesReader::spread);
        return directives.checked(() -> new SchedulingDirectives(tolerations, ports, colocation, spread));
    }

    private static List<Value> elements(Value mapping, String key) {
        return mapping.find(key).map(Value::elements).orElse(List.of());
    }

    private static Toleration toleration(Value toleration) {
        toleration.fields(TOLERATION_KEYS);
        Optional<String> key = toleration.find("key").map(Value::text).filter(text -> !text.isEmpty());
        Toleration.Operator operator =
                toleration.find("operator").map(DirectivesReader::operator).orElse(Toleration.Operator.EQUAL);
        String value = toleration.find("value").map(Value::text).orElse("");
        Optional<TaintEffect> effect = toleration.find("effect").map(DirectivesReader::effect);
        return toleration.checked(() -> new Toleration(key, operator, value, effect));
    }

    private static HostPort hostPort(Value port) {
        port.fields(PORT_KEYS);
        int number = (int) port.require("hostPort").integer(1, HostPort.PORT_MAX);
        HostPort.Protocol protocol =
                port.find("protocol").map(DirectivesReader::protocol).orElse(HostPort.Protocol.TCP);
        String address = port.find("hostIP").map(Value::text).orElse(HostPort.ANY_IP);
        return port.checked(() -> new HostPort(protocol, address, number));
    }

    private static Colocation colocation(Value colocation) {
        colocation.fields(COLOCATION_KEYS);
        String key = colocation.require("topologyKey").text();
        WhenUnsatisfiable when = colocation
                .find("whenUnsatisfiable")
                .map(DirectivesReader::whenUnsatisfiable)
                .orElse(WhenUnsatisfiable.DO_NOT_SCHEDULE);
        return colocation.checked(() -> new Colocation(key, when));
    }

    private static TopologySpread spread(Value spread) {
        spread.fields(SPREAD_KEYS);
        String key = spread.require("topologyKey").text();
        int skew = (int) spread.require("maxSkew").integer(1, Integer.MAX_VALUE);
        spread.find("whenUnsatisfiable").ifPresent(value -> {
            if (whenUnsatisfiable(value) != WhenUnsatisfiable.DO_NOT_SCHEDULE) {
                throw value.problem("must be DoNotSchedule");
            }
        });
        Map<String, Long> existing = new TreeMap<>();
        spread.find("existing")
                .ifPresent(domains -> domains.fields()
                        .forEach((domain, pods) -> existing.put(domain, pods.integer(0, TopologySpread.PODS_MAX))));
        return spread.checked(() -> new TopologySpread(key, skew, existing));
    }

    private static HostPort.Protocol protocol(Value value) {
        return HostPort.Protocol.named(value.text())
                .orElseThrow(() -> value.problem("must be one of " + String.join(", ", HostPort.Protocol.names())));
    }

    private static WhenUnsatisfiable whenUnsatisfiable(Value value) {
        return WhenUnsatisfiable.named(value.text())
                .orElseThrow(() -> value.problem("must be one of " + String.join(", ", WhenUnsatisfiable.texts())));
    }

    private static Toleration.Operator operator(Value value) {
        return Toleration.Operator.named(value.text())
                .orElseThrow(() -> value.problem("must be one of " + String.join(", ", Toleration.Operator.texts())));
    }

    private static TaintEffect effect(Value value) {
        return TaintEffect.named(value.text())
                .orElseThrow(() -> value.problem("must be one of " + String.join(", ", TaintEffect.texts())));
    }
}
