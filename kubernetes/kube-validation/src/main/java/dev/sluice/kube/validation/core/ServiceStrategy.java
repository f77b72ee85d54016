package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.FieldPaths;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Services: defaults by type, and the fields that an update keeps. The verbs allocate cluster IPs and node ports.
public final class ServiceStrategy implements KindStrategy {
    public static final String NO_ADDRESS = "None";

    /// For three hours the same client gets the same pod.
    private static final long AFFINITY_SECONDS = 10_800;

    private static final String CLUSTER = "Cluster";
    private static final String CLUSTER_IP = "clusterIP";
    private static final String CLUSTER_IPS = "clusterIPs";

    /// What belongs to a service with an address of its own.
    private static final List<String> OF_ADDRESSES =
            List.of(CLUSTER_IP, CLUSTER_IPS, "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy");

    @Override
    public JsonObject applyDefaults(JsonObject object) {
        return object.with("spec", filledSpec(object.object("spec")));
    }

    private static JsonObject filledSpec(JsonObject given) {
        JsonObject spec = Defaults.text(Defaults.text(given, "sessionAffinity", "None"), "type", "ClusterIP");
        if (spec.text("sessionAffinity").equals("None")) {
            spec = spec.without("sessionAffinityConfig");
        } else if (spec.at("sessionAffinityConfig", "clientIP", "timeoutSeconds") == null) {
            spec = spec.withAt(Json.of(AFFINITY_SECONDS), "sessionAffinityConfig", "clientIP", "timeoutSeconds");
        }
        spec = Defaults.each(spec, "ports", ServiceStrategy::filledPort);
        if (isReachedFromOutside(spec)) {
            spec = Defaults.text(spec, "externalTrafficPolicy", CLUSTER);
        }
        if (hasAddress(spec)) {
            spec = Defaults.text(spec, "internalTrafficPolicy", CLUSTER);
        }
        return spec.text("type").equals("LoadBalancer")
                ? Defaults.flag(spec, "allocateLoadBalancerNodePorts", true)
                : spec;
    }

    private static JsonObject filledPort(JsonObject port) {
        Json target = port.get("targetPort");
        boolean isUnsaid = target == null || target.equals(Json.of(0)) || target.equals(Json.of(""));
        JsonObject filled = Defaults.text(port, "protocol", "TCP");
        return isUnsaid ? filled.with("targetPort", Json.of(port.number(0, "port"))) : filled;
    }

    /// Whether it is one that has an address, or is headless.
    public static boolean hasAddress(JsonObject spec) {
        return List.of("ClusterIP", "NodePort", "LoadBalancer").contains(spec.text("type"));
    }

    public static boolean isHeadless(JsonObject spec) {
        return spec.text(CLUSTER_IP).equals(NO_ADDRESS);
    }

    public static boolean hasNodePorts(JsonObject spec) {
        return List.of("NodePort", "LoadBalancer").contains(spec.text("type"));
    }

    /// Whether nodes have a port at which a balancer asks whether they serve it.
    public static boolean hasHealthPort(JsonObject spec) {
        return spec.text("type").equals("LoadBalancer")
                && spec.text("externalTrafficPolicy").equals("Local");
    }

    static boolean isReachedFromOutside(JsonObject spec) {
        return hasNodePorts(spec)
                || (spec.text("type").equals("ClusterIP")
                        && !spec.array("externalIPs").isEmpty());
    }

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        JsonObject spec = object.object("spec");
        if (!spec.text(CLUSTER_IP).isEmpty() && spec.array(CLUSTER_IPS).isEmpty()) {
            spec = spec.with(CLUSTER_IPS, JsonArray.of(Json.of(spec.text(CLUSTER_IP))));
        }
        return object.with("spec", withFamilies(spec));
    }

    private static JsonObject withFamilies(JsonObject spec) {
        if (!hasAddress(spec)) {
            return spec;
        }
        // Headless services without a selector may have endpoints of both families.
        boolean isOfBoth = isHeadless(spec) && spec.object("selector").isEmpty() && !spec.has("ipFamilyPolicy");
        JsonObject filled = Defaults.text(spec, "ipFamilyPolicy", isOfBoth ? "RequireDualStack" : "SingleStack");
        if (!filled.array("ipFamilies").isEmpty()) {
            return filled;
        }
        Json first = Json.of("IPv4");
        return filled.with("ipFamilies", isOfBoth ? JsonArray.of(first, Json.of("IPv6")) : JsonArray.of(first));
    }

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        JsonObject before = old.object("spec");
        JsonObject spec = withAddressOf(before, object.object("spec"));
        spec = hasNodePorts(spec) && hasNodePorts(before) ? withNodePortsOf(before, spec) : spec;
        if (hasHealthPort(spec) && hasHealthPort(before) && spec.number(0, "healthCheckNodePort") == 0) {
            Json port = before.get("healthCheckNodePort");
            spec = port == null ? spec : spec.with("healthCheckNodePort", port);
        }
        return object.with("spec", withFamilies(withoutWhatItsTypeHasNot(spec, before)));
    }

    private static JsonObject withAddressOf(JsonObject before, JsonObject given) {
        JsonObject spec = given;
        boolean isSaidAnew = !spec.text(CLUSTER_IP).equals(before.text(CLUSTER_IP))
                && spec.array(CLUSTER_IPS).equals(before.array(CLUSTER_IPS));
        if (isSaidAnew
                || (!spec.text(CLUSTER_IP).isEmpty() && spec.array(CLUSTER_IPS).isEmpty())) {
            spec = spec.text(CLUSTER_IP).isEmpty()
                    ? spec.without(CLUSTER_IPS)
                    : spec.with(CLUSTER_IPS, JsonArray.of(Json.of(spec.text(CLUSTER_IP))));
        }
        if (!hasAddress(spec) || !hasAddress(before) || !spec.text(CLUSTER_IP).isEmpty()) {
            return spec;
        }
        for (String field : List.of(CLUSTER_IP, CLUSTER_IPS)) {
            Json value = before.get(field);
            spec = value == null ? spec : spec.with(field, value);
        }
        return spec;
    }

    /// The ports that nodes listen at stay the same for ports that are the same.
    private static JsonObject withNodePortsOf(JsonObject before, JsonObject spec) {
        return Defaults.each(spec, "ports", port -> {
            if (port.number(0, "nodePort") != 0) {
                return port;
            }
            for (Json each : before.array("ports")) {
                if (each instanceof JsonObject other
                        && isSamePort(other, port)
                        && other.get("nodePort") instanceof JsonNumber number) {
                    return port.with("nodePort", number);
                }
            }
            return port;
        });
    }

    static boolean isSamePort(JsonObject one, JsonObject other) {
        return Objects.equals(one.get("port"), other.get("port"))
                && one.text("protocol").equals(other.text("protocol"));
    }

    /// A service of another type than before gives back what it had because of it, unless that was changed.
    private static JsonObject withoutWhatItsTypeHasNot(JsonObject given, JsonObject before) {
        JsonObject spec = given;
        if (hasAddress(before) && !hasAddress(spec)) {
            for (String field : OF_ADDRESSES) {
                spec = withoutIfSame(spec, before, field);
            }
        }
        if (hasNodePorts(before) && !hasNodePorts(spec)) {
            List<Json> ports = before.array("ports").toList();
            spec = Defaults.each(spec, "ports", port -> ports.contains(port) ? port.without("nodePort") : port);
        }
        if (hasHealthPort(before) && !hasHealthPort(spec)) {
            spec = withoutIfSame(spec, before, "healthCheckNodePort");
        }
        if (before.text("type").equals("LoadBalancer") && !spec.text("type").equals("LoadBalancer")) {
            spec = withoutIfSame(spec, before, "allocateLoadBalancerNodePorts");
            spec = withoutIfSame(spec, before, "loadBalancerClass");
        }
        if (isReachedFromOutside(before) && !isReachedFromOutside(spec)) {
            spec = withoutIfSame(spec, before, "externalTrafficPolicy");
        }
        return spec;
    }

    private static JsonObject withoutIfSame(JsonObject spec, JsonObject before, String field) {
        return Objects.equals(spec.get(field), before.get(field)) ? spec.without(field) : spec;
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        ServiceValidation.validate(object.object("spec"), errors);
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        JsonObject before = old.object("spec");
        boolean keepsAddress = hasAddress(spec)
                && hasAddress(before)
                && !before.text(CLUSTER_IP).isEmpty();
        if (keepsAddress && !spec.text(CLUSTER_IP).equals(before.text(CLUSTER_IP))) {
            errors.invalid("spec.clusterIPs[0]", spec.get(CLUSTER_IPS), "may not change once set");
        }
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        boolean hasIngress = !object.array("status", "loadBalancer", "ingress").isEmpty();
        if (hasIngress && !object.text("spec", "type").equals("LoadBalancer")) {
            errors.forbidden("status.loadBalancer.ingress", "may only be used when `spec.type` is 'LoadBalancer'");
        }
    }

    /// The default mode of a load balancer's address is VIP.
    @Override
    public JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        return FieldPaths.change(
                object,
                "status.loadBalancer.ingress[]",
                way -> way.text("ip").isEmpty() ? way : Defaults.text(way, "ipMode", "VIP"));
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        ServiceWarnings.tell(object, warnings);
    }
}
