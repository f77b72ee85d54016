package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import java.util.List;

/// Ways into a cluster.
final class IngressCode implements KindCode {
    private static final List<String> PATH_TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> PARTS_FORBIDDEN = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> ENDS_FORBIDDEN = List.of("/..", "/.");

    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        JsonArray rules = spec.array("rules");
        if (rules.isEmpty() && !spec.has("defaultBackend")) {
            flaws.invalid("spec", JsonNull.NULL, "either `defaultBackend` or `rules` must be specified");
        }
        if (spec.get("defaultBackend") instanceof JsonObject backend) {
            checkBackend(backend, "spec.defaultBackend", flaws);
        }
        for (int i = 0; i < rules.size(); i++) {
            checkRule(rules.object(i), "spec.rules[" + i + "]", flaws);
        }
        JsonArray secured = spec.array("tls");
        for (int i = 0; i < secured.size(); i++) {
            checkSecured(secured.object(i), "spec.tls[" + i + "]", flaws);
        }
        if (spec.has("ingressClassName")) {
            String name = spec.text("ingressClassName");
            flaws.names("spec.ingressClassName", name, Names.subdomain(name));
        }
    }

    private static void checkSecured(JsonObject secured, String field, Flaws flaws) {
        JsonArray hosts = secured.array("hosts");
        for (int i = 0; i < hosts.size(); i++) {
            checkHost(hosts.get(i) instanceof JsonString text ? text.text() : "", field + ".hosts[" + i + "]", flaws);
        }
        String secret = secured.text("secretName");
        if (!secret.isEmpty()) {
            flaws.names(field + ".secretName", secret, Names.subdomain(secret));
        }
    }

    /// One of many may be a star in front.
    private static void checkHost(String host, String field, Flaws flaws) {
        String plain = host.startsWith("*.") ? host.substring(2) : host;
        if (!host.contains("*") || !Names.subdomain(plain).isEmpty()) {
            flaws.names(field, host, Names.subdomain(host));
        }
    }

    private static void checkRule(JsonObject rule, String field, Flaws flaws) {
        String host = rule.text("host");
        if (!host.isEmpty()) {
            if (PodNetworkChecks.isAddress(host)) {
                flaws.invalid(field + ".host", host, "must be a DNS name, not an IP address");
            }
            checkHost(host, field + ".host", flaws);
        }
        if (rule.get("http") instanceof JsonObject http) {
            JsonArray paths = http.array("paths");
            if (paths.isEmpty()) {
                flaws.required(field + ".http.paths");
            }
            for (int i = 0; i < paths.size(); i++) {
                checkPath(paths.object(i), field + ".http.paths[" + i + "]", flaws);
            }
        }
    }

    private static void checkPath(JsonObject path, String field, Flaws flaws) {
        String type = path.text("pathType");
        String text = path.text("path");
        if (type.isEmpty()) {
            flaws.required(field + ".pathType", "pathType must be specified");
            return;
        }
        boolean isOwn = type.equals("ImplementationSpecific");
        if (!PATH_TYPES.contains(type)) {
            flaws.unsupported(field + ".pathType", Json.of(type), PATH_TYPES);
        } else if (!text.startsWith("/") && !(isOwn && text.isEmpty())) {
            flaws.invalid(field + ".path", text, "must be an absolute path");
        }
        if (PATH_TYPES.contains(type) && !isOwn) {
            for (String part : PARTS_FORBIDDEN) {
                if (text.contains(part)) {
                    flaws.invalid(field + ".path", text, "must not contain '" + part + "'");
                }
            }
            for (String end : ENDS_FORBIDDEN) {
                if (text.endsWith(end)) {
                    flaws.invalid(field + ".path", text, "cannot end with '" + end + "'");
                }
            }
        }
        checkBackend(path.object("backend"), field + ".backend", flaws);
    }

    private static void checkBackend(JsonObject backend, String field, Flaws flaws) {
        if (backend.has("resource") && backend.has("service")) {
            flaws.invalid(field, "", "cannot set both resource and service backends");
        } else if (backend.get("service") instanceof JsonObject service) {
            checkService(service, field, flaws);
        } else if (!backend.has("resource")) {
            flaws.invalid(field, "", "resource or service backend is required");
        }
    }

    private static void checkService(JsonObject service, String field, Flaws flaws) {
        String name = service.text("name");
        if (name.isEmpty()) {
            flaws.required(field + ".service.name");
        } else {
            flaws.names(field + ".service.name", name, Names.label(name));
        }
        JsonObject port = service.object("port");
        String portName = port.text("name");
        boolean hasNumber = port.number(0, "number") != 0;
        if (!portName.isEmpty() && hasNumber) {
            flaws.invalid(field, "", "cannot set both port name & port number");
        } else if (!portName.isEmpty()) {
            flaws.names(field + ".service.port.name", portName, ContainerChecks.flawsOfPortName(portName));
        } else if (hasNumber) {
            ContainerChecks.checkPort(port, field + ".service.port", "number", flaws);
        } else {
            flaws.required(field, "port name or number is required");
        }
    }
}
