package dev.sluice.kube.validation.networking;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.AddressValidation;
import dev.sluice.kube.validation.field.PortValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Ingresses and ingress classes.
final class IngressStrategy implements KindStrategy {
    private static final List<String> PATH_TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> PARTS_FORBIDDEN = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> ENDS_FORBIDDEN = List.of("/..", "/.");

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        JsonArray rules = spec.array("rules");
        if (rules.isEmpty() && !spec.has("defaultBackend")) {
            errors.invalid("spec", JsonNull.NULL, "either `defaultBackend` or `rules` must be specified");
        }
        if (spec.get("defaultBackend") instanceof JsonObject backend) {
            checkBackend(backend, "spec.defaultBackend", errors);
        }
        for (int i = 0; i < rules.size(); i++) {
            checkRule(rules.object(i), "spec.rules[" + i + "]", errors);
        }
        JsonArray secured = spec.array("tls");
        for (int i = 0; i < secured.size(); i++) {
            checkSecured(secured.object(i), "spec.tls[" + i + "]", errors);
        }
        if (spec.has("ingressClassName")) {
            String name = spec.text("ingressClassName");
            errors.names("spec.ingressClassName", name, NameValidation.subdomain(name));
        }
    }

    private static void checkSecured(JsonObject secured, String field, ValidationErrors errors) {
        JsonArray hosts = secured.array("hosts");
        for (int i = 0; i < hosts.size(); i++) {
            checkHost(hosts.get(i) instanceof JsonString text ? text.text() : "", field + ".hosts[" + i + "]", errors);
        }
        String secret = secured.text("secretName");
        if (!secret.isEmpty()) {
            errors.names(field + ".secretName", secret, NameValidation.subdomain(secret));
        }
    }

    /// One of many may be a star in front.
    private static void checkHost(String host, String field, ValidationErrors errors) {
        String plain = host.startsWith("*.") ? host.substring(2) : host;
        if (!host.contains("*") || !NameValidation.subdomain(plain).isEmpty()) {
            errors.names(field, host, NameValidation.subdomain(host));
        }
    }

    private static void checkRule(JsonObject rule, String field, ValidationErrors errors) {
        String host = rule.text("host");
        if (!host.isEmpty()) {
            if (AddressValidation.isAddress(host)) {
                errors.invalid(field + ".host", host, "must be a DNS name, not an IP address");
            }
            checkHost(host, field + ".host", errors);
        }
        if (rule.get("http") instanceof JsonObject http) {
            JsonArray paths = http.array("paths");
            if (paths.isEmpty()) {
                errors.required(field + ".http.paths");
            }
            for (int i = 0; i < paths.size(); i++) {
                checkPath(paths.object(i), field + ".http.paths[" + i + "]", errors);
            }
        }
    }

    private static void checkPath(JsonObject path, String field, ValidationErrors errors) {
        String type = path.text("pathType");
        String text = path.text("path");
        if (type.isEmpty()) {
            errors.required(field + ".pathType", "pathType must be specified");
            return;
        }
        boolean isOwn = type.equals("ImplementationSpecific");
        if (!PATH_TYPES.contains(type)) {
            errors.unsupported(field + ".pathType", Json.of(type), PATH_TYPES);
        } else if (!text.startsWith("/") && !(isOwn && text.isEmpty())) {
            errors.invalid(field + ".path", text, "must be an absolute path");
        }
        if (PATH_TYPES.contains(type) && !isOwn) {
            for (String part : PARTS_FORBIDDEN) {
                if (text.contains(part)) {
                    errors.invalid(field + ".path", text, "must not contain '" + part + "'");
                }
            }
            for (String end : ENDS_FORBIDDEN) {
                if (text.endsWith(end)) {
                    errors.invalid(field + ".path", text, "cannot end with '" + end + "'");
                }
            }
        }
        checkBackend(path.object("backend"), field + ".backend", errors);
    }

    private static void checkBackend(JsonObject backend, String field, ValidationErrors errors) {
        if (backend.has("resource") && backend.has("service")) {
            errors.invalid(field, "", "cannot set both resource and service backends");
        } else if (backend.get("service") instanceof JsonObject service) {
            checkService(service, field, errors);
        } else if (!backend.has("resource")) {
            errors.invalid(field, "", "resource or service backend is required");
        }
    }

    private static void checkService(JsonObject service, String field, ValidationErrors errors) {
        String name = service.text("name");
        if (name.isEmpty()) {
            errors.required(field + ".service.name");
        } else {
            errors.names(field + ".service.name", name, NameValidation.label(name));
        }
        JsonObject port = service.object("port");
        String portName = port.text("name");
        boolean hasNumber = port.number(0, "number") != 0;
        if (!portName.isEmpty() && hasNumber) {
            errors.invalid(field, "", "cannot set both port name & port number");
        } else if (!portName.isEmpty()) {
            errors.names(field + ".service.port.name", portName, PortValidation.validateName(portName));
        } else if (hasNumber) {
            PortValidation.validate(port, field + ".service.port", "number", errors);
        } else {
            errors.required(field, "port name or number is required");
        }
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        String key = "kubernetes.io/ingress.class";
        if (old == null && object.object("metadata", "annotations").has(key)) {
            warnings.accept("annotation \"" + key + "\" is deprecated, please use 'spec.ingressClassName' instead");
        }
    }
}
