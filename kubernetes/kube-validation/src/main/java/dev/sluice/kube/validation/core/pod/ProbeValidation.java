package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.validation.field.PortValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Validates probes and lifecycle handlers.
final class ProbeValidation {
    static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc", "sleep");

    private static final List<String> COUNTS =
            List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold");

    private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");

    private static final int PORT_MAX = 65_535;

    private ProbeValidation() {}

    static void validate(JsonObject container, String field, PodSpecFacts pod, ValidationErrors errors) {
        if (container.get("lifecycle") instanceof JsonObject lifecycle) {
            for (String hook : List.of("postStart", "preStop")) {
                if (lifecycle.get(hook) instanceof JsonObject handler) {
                    checkHandler(handler, field + ".lifecycle." + hook, pod, errors);
                }
            }
        }
        for (String name : PROBES) {
            if (container.get(name) instanceof JsonObject probe) {
                checkProbe(probe, name, field + "." + name, pod, errors);
            }
        }
    }

    private static void checkProbe(
            JsonObject probe, String name, String field, PodSpecFacts pod, ValidationErrors errors) {
        checkHandler(probe, field, pod, errors);
        for (String count : COUNTS) {
            errors.nonNegative(field + "." + count, probe.get(count));
        }
        String grace = field + ".terminationGracePeriodSeconds";
        Json seconds = probe.get("terminationGracePeriodSeconds");
        if (probe.number(1, "terminationGracePeriodSeconds") <= 0) {
            errors.invalid(grace, seconds, "must be greater than 0");
        }
        boolean isOfReadiness = name.equals("readinessProbe");
        if (isOfReadiness && seconds != null) {
            errors.invalid(grace, seconds, "must not be set for readinessProbes");
        }
        if (!isOfReadiness && probe.number(1, "successThreshold") != 1) {
            errors.invalid(field + ".successThreshold", probe.get("successThreshold"), "must be 1");
        }
    }

    private static void checkHandler(JsonObject holder, String field, PodSpecFacts pod, ValidationErrors errors) {
        boolean isFound = false;
        for (String handler : HANDLERS) {
            if (holder.get(handler) instanceof JsonObject own) {
                String at = field + "." + handler;
                if (isFound) {
                    errors.forbidden(at, "may not specify more than 1 handler type");
                } else {
                    isFound = true;
                    checkAction(handler, own, at, pod, errors);
                }
            }
        }
        if (!isFound) {
            errors.required(field, "must specify a handler type");
        }
    }

    private static void checkAction(
            String handler, JsonObject own, String field, PodSpecFacts pod, ValidationErrors errors) {
        switch (handler) {
            case "exec" -> {
                if (own.array("command").isEmpty()) {
                    errors.required(field + ".command");
                }
            }
            case "httpGet" -> {
                if (own.text("path").isEmpty()) {
                    errors.required(field + ".path");
                }
                checkPort(own.get("port"), field + ".port", errors);
                if (!List.of("HTTP", "HTTPS").contains(own.text("scheme"))) {
                    errors.unsupported(field + ".scheme", Json.of(own.text("scheme")), List.of("HTTP", "HTTPS"));
                }
                for (Json header : own.array("httpHeaders")) {
                    String name = header instanceof JsonObject it ? it.text("name") : "";
                    if (!HEADER.matcher(name).matches()) {
                        errors.invalid(
                                field + ".httpHeaders",
                                name,
                                "a valid HTTP header must consist of alphanumeric characters or '-' (e.g."
                                        + " 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')");
                    }
                }
            }
            case "sleep" -> {
                long seconds = own.number(0, "seconds");
                if (seconds < 0 || seconds > pod.graceSeconds()) {
                    errors.invalid(
                            field,
                            Json.of(seconds),
                            "must be non-negative and less than terminationGracePeriodSeconds (" + pod.graceSeconds()
                                    + ")");
                }
            }
            default -> checkPort(own.get("port"), field + ".port", errors);
        }
    }

    private static void checkPort(@Nullable Json port, String field, ValidationErrors errors) {
        if (port instanceof JsonString name) {
            errors.names(field, name.text(), PortValidation.validateName(name.text()));
            return;
        }
        long number = port instanceof JsonNumber given ? given.asDecimal().longValue() : 0;
        if (number < 1 || number > PORT_MAX) {
            errors.invalid(field, Json.of(number), "must be between 1 and 65535, inclusive");
        }
    }
}
