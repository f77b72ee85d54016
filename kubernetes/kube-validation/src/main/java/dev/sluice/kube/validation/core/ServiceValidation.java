package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.PortValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates services, in Kubernetes' order.
final class ServiceValidation {
    private static final int PORT_MAX = 65_535;

    /// A client is remembered for less than a day.
    private static final long AFFINITY_SECONDS_MAX = 86_400;

    private static final String PORT_RANGE = "must be between 1 and 65535, inclusive";
    private static final String NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

    private ServiceValidation() {}

    static void validate(JsonObject spec, ValidationErrors errors) {
        String type = spec.text("type");
        boolean isElsewhere = type.equals("ExternalName");
        JsonArray ports = spec.array("ports");
        if (ports.isEmpty() && !ServiceStrategy.isHeadless(spec) && !isElsewhere) {
            errors.required("spec.ports");
        }
        if (isElsewhere) {
            checkElsewhere(spec, errors);
        } else if (ServiceStrategy.hasNodePorts(spec) && ServiceStrategy.isHeadless(spec)) {
            errors.invalid("spec.clusterIPs[0]", "None", "may not be set to 'None' for " + type + " services");
        }
        checkPorts(ports, errors);
        errors.labels("spec.selector", spec.object("selector"));
        checkAffinity(spec, errors);
        checkAddress(spec, errors);
        checkExternalAddresses(spec.array("externalIPs"), errors);
        errors.oneOf("spec.type", type, true, List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort"));
        checkNodePorts(type, ports, errors);
        checkPolicies(spec, errors);
    }

    private static void checkElsewhere(JsonObject spec, ValidationErrors errors) {
        if (!spec.array("clusterIPs").isEmpty()) {
            errors.forbidden("spec.clusterIPs", "may not be set for ExternalName services");
        }
        String name = spec.text("externalName");
        if (name.isEmpty()) {
            errors.required("spec.externalName");
        } else {
            String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
            errors.names("spec.externalName", bare, NameValidation.subdomain(bare));
        }
    }

    private static void checkPorts(JsonArray ports, ValidationErrors errors) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            String field = "spec.ports[" + i + "]";
            String name = port.text("name");
            if (name.isEmpty()) {
                if (ports.size() > 1) {
                    errors.required(field + ".name");
                }
            } else {
                errors.names(field + ".name", name, NameValidation.label(name));
                if (!names.add(name)) {
                    errors.duplicate(field + ".name", Json.of(name));
                }
            }
            checkNumber(port.number(0, "port"), field + ".port", errors);
            errors.oneOf(field + ".protocol", port.text("protocol"), true, List.of("SCTP", "TCP", "UDP"));
            if (port.get("targetPort") instanceof JsonString target) {
                errors.names(field + ".targetPort", target.text(), PortValidation.validateName(target.text()));
            } else {
                checkNumber(port.number(0, "targetPort"), field + ".targetPort", errors);
            }
        }
    }

    private static void checkNumber(long port, String field, ValidationErrors errors) {
        if (port < 1 || port > PORT_MAX) {
            errors.invalid(field, Json.of(port), PORT_RANGE);
        }
    }

    private static void checkAffinity(JsonObject spec, ValidationErrors errors) {
        errors.oneOf("spec.sessionAffinity", spec.text("sessionAffinity"), true, List.of("ClientIP", "None"));
        if (spec.text("sessionAffinity").equals("ClientIP")) {
            long seconds = spec.number(0, "sessionAffinityConfig", "clientIP", "timeoutSeconds");
            if (seconds <= 0 || seconds > AFFINITY_SECONDS_MAX) {
                errors.invalid(
                        "spec.sessionAffinityConfig.clientIP.timeoutSeconds",
                        Json.of(seconds),
                        "must be greater than 0 and less than " + AFFINITY_SECONDS_MAX);
            }
        }
    }

    private static void checkAddress(JsonObject spec, ValidationErrors errors) {
        String address = spec.text("clusterIP");
        boolean isAsked = ServiceStrategy.hasAddress(spec) && !address.isEmpty() && !ServiceStrategy.isHeadless(spec);
        if (isAsked && !isAddress(address)) {
            errors.invalid("spec.clusterIPs[0]", address, NO_ADDRESS);
        }
        boolean isOfBoth = spec.text("ipFamilyPolicy").equals("RequireDualStack");
        boolean isOwn =
                ServiceStrategy.isHeadless(spec) && spec.object("selector").isEmpty();
        if (ServiceStrategy.hasAddress(spec) && isOfBoth && !isOwn) {
            errors.invalid(
                    "spec.ipFamilyPolicy",
                    "RequireDualStack",
                    "this cluster is not configured for dual-stack services");
        }
    }

    private static void checkExternalAddresses(JsonArray addresses, ValidationErrors errors) {
        for (int i = 0; i < addresses.size(); i++) {
            String address = addresses.get(i) instanceof JsonString text ? text.text() : "";
            String field = "spec.externalIPs[" + i + "]";
            if (!isAddress(address)) {
                errors.invalid(field, address, NO_ADDRESS);
            } else if (address.equals("0.0.0.0") || address.equals("::")) {
                errors.invalid(field, address, "may not be unspecified (" + address + ")");
            }
        }
    }

    /// Four small numbers, or what could only be an address of the newer family.
    static boolean isAddress(String text) {
        String part = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
        return text.matches(part + "(\\." + part + "){3}") || text.matches("[0-9a-fA-F]*:[0-9a-fA-F:.]+");
    }

    private static void checkNodePorts(String type, JsonArray ports, ValidationErrors errors) {
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            String field = "spec.ports[" + i + "]";
            if (type.equals("ClusterIP") && port.number(0, "nodePort") != 0) {
                errors.forbidden(field + ".nodePort", "may not be used when `type` is 'ClusterIP'");
            }
        }
        for (int i = 1; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            if (ports.toList().subList(0, i).stream()
                    .anyMatch(other -> other instanceof JsonObject it && ServiceStrategy.isSamePort(it, port))) {
                errors.duplicate("spec.ports[" + i + "]", asGo(port));
            }
        }
    }

    /// What makes two ports the same, as Kubernetes' own struct shows it.
    private static Json asGo(JsonObject port) {
        return JsonObject.builder()
                .put("Name", "")
                .put("Protocol", port.text("protocol"))
                .put("AppProtocol", JsonNull.NULL)
                .put("Port", port.number(0, "port"))
                .put("TargetPort", 0)
                .put("NodePort", 0)
                .build();
    }

    private static void checkPolicies(JsonObject spec, ValidationErrors errors) {
        List<String> policies = List.of("Cluster", "Local");
        String outside = spec.text("externalTrafficPolicy");
        if (!outside.isEmpty() && !ServiceStrategy.isReachedFromOutside(spec)) {
            errors.invalid("spec.externalTrafficPolicy", outside, "may only be set for externally-accessible services");
        } else {
            errors.oneOf("spec.externalTrafficPolicy", outside, false, policies);
        }
        errors.oneOf("spec.internalTrafficPolicy", spec.text("internalTrafficPolicy"), false, policies);
    }
}
