package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.volume.VolumeDefaults;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.ImagePullPolicy;
import java.util.List;

/// Sets the defaults of a pod's specification.
final class PodDefaults {
    private static final List<String> CONTAINERS = List.of("containers", "initContainers", "ephemeralContainers");
    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private static final long GRACE_SECONDS = 30;

    private PodDefaults() {}

    /// Of a pod itself, which unlike a template asks for as much as it is limited to.
    static JsonObject of(JsonObject given) {
        JsonObject spec = ofTemplate(given);
        for (String list : List.of("containers", "initContainers")) {
            spec = Defaults.each(
                    spec, list, container -> Defaults.inside(container, "resources", PodDefaults::resources));
        }
        if (spec.isTrue("hostNetwork")) {
            for (String list : List.of("containers", "initContainers")) {
                spec = Defaults.each(spec, list, container -> Defaults.each(container, "ports", PodDefaults::hostPort));
            }
        }
        spec = PodResources.applyDefaults(spec);
        // A pod that is to end before it is asked to is given a second.
        if (spec.number(0, "terminationGracePeriodSeconds") < 0) {
            spec = spec.with("terminationGracePeriodSeconds", Json.of(1));
        }
        return Defaults.flag(spec, "enableServiceLinks", true);
    }

    private static JsonObject hostPort(JsonObject port) {
        Json own = port.get("containerPort");
        return own == null || port.has("hostPort") ? port : port.with("hostPort", own);
    }

    static JsonObject ofTemplate(JsonObject given) {
        JsonObject spec = given;
        for (String list : CONTAINERS) {
            spec = Defaults.each(spec, list, PodDefaults::container);
        }
        spec = Defaults.each(spec, "volumes", VolumeDefaults::of);
        spec = Defaults.text(spec, "restartPolicy", "Always");
        spec = Defaults.number(spec, "terminationGracePeriodSeconds", GRACE_SECONDS);
        spec = Defaults.text(spec, "dnsPolicy", "ClusterFirst");
        spec = account(Defaults.empty(spec, "securityContext"));
        return Defaults.text(spec, "schedulerName", "default-scheduler");
    }

    /// The account has two names, of which one is of old.
    private static JsonObject account(JsonObject spec) {
        String name = spec.text("serviceAccountName");
        String old = spec.text("serviceAccount");
        if (name.isEmpty() && old.isEmpty()) {
            return spec;
        }
        Json given = Json.of(name.isEmpty() ? old : name);
        return spec.with("serviceAccountName", given).with("serviceAccount", given);
    }

    private static JsonObject container(JsonObject given) {
        JsonObject container = Defaults.each(given, "ports", port -> Defaults.text(port, "protocol", "TCP"));
        container = Defaults.empty(container, "resources");
        for (String probe : PROBES) {
            container = Defaults.inside(container, probe, PodDefaults::probe);
        }
        if (container.get("lifecycle") instanceof JsonObject lifecycle) {
            // How a container is told to end is behind a gate that is shut in the real server.
            JsonObject hooks = lifecycle.without("stopSignal");
            for (String hook : List.of("postStart", "preStop")) {
                hooks = Defaults.inside(hooks, hook, PodDefaults::handler);
            }
            boolean isEmptied = hooks.isEmpty() && !lifecycle.isEmpty();
            container = isEmptied ? container.without("lifecycle") : container.with("lifecycle", hooks);
        }
        container = Defaults.each(
                container,
                "env",
                variable -> Defaults.inside(
                        variable,
                        "valueFrom",
                        source -> Defaults.inside(
                                source, "fieldRef", field -> Defaults.text(field, "apiVersion", "v1"))));
        container = Defaults.text(container, "terminationMessagePath", "/dev/termination-log");
        container = Defaults.text(container, "terminationMessagePolicy", "File");
        return Defaults.text(container, "imagePullPolicy", ImagePullPolicy.defaultOf(container.text("image")));
    }

    /// A limit without a request is also the request.
    private static JsonObject resources(JsonObject given) {
        JsonObject limits = given.object("limits");
        JsonObject requests = given.object("requests");
        for (int i = 0; i < limits.size(); i++) {
            if (!requests.has(limits.name(i))) {
                requests = requests.with(limits.name(i), limits.value(i));
            }
        }
        return requests.isEmpty() && !given.has("requests") ? given : given.with("requests", requests);
    }

    private static JsonObject probe(JsonObject given) {
        JsonObject probe = Defaults.number(given, "timeoutSeconds", 1);
        probe = Defaults.number(probe, "periodSeconds", 10);
        probe = Defaults.number(probe, "successThreshold", 1);
        probe = Defaults.number(probe, "failureThreshold", 3);
        return handler(Defaults.inside(probe, "grpc", it -> it.with("service", Json.of(it.text("service")))));
    }

    private static JsonObject handler(JsonObject given) {
        return Defaults.inside(
                given, "httpGet", get -> Defaults.text(Defaults.text(get, "path", "/"), "scheme", "HTTP"));
    }
}
