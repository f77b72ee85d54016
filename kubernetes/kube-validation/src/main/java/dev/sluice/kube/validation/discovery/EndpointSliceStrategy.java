package dev.sluice.kube.validation.discovery;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.AddressValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Endpoint slices.
final class EndpointSliceStrategy implements KindStrategy {
    private static final int ADDRESSES_MAX = 100;
    private static final int ENDPOINTS_MAX = 1_000;

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        errors.oneOf("addressType", object.text("addressType"), true, List.of("FQDN", "IPv4", "IPv6"));
        checkPorts(object.array("ports"), errors);
        JsonArray endpoints = object.array("endpoints");
        if (endpoints.size() > ENDPOINTS_MAX) {
            errors.tooMany("endpoints", endpoints.size(), ENDPOINTS_MAX);
            return;
        }
        for (int i = 0; i < endpoints.size(); i++) {
            checkEndpoint(endpoints.object(i), object.text("addressType"), "endpoints[" + i + "]", errors);
        }
    }

    private static void checkPorts(JsonArray ports, ValidationErrors errors) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            String own = "ports[" + i + "]";
            String name = port.text("name");
            if (!name.isEmpty()) {
                errors.names(own + ".name", name, NameValidation.label(name));
            }
            if (!names.add(name)) {
                errors.duplicate(own + ".name", Json.of(name));
            }
            errors.oneOf(own + ".protocol", port.text("protocol"), true, List.of("SCTP", "TCP", "UDP"));
            if (port.has("appProtocol")) {
                String protocol = port.text("appProtocol");
                errors.names(own + ".appProtocol", protocol, NameValidation.qualifiedName(protocol));
            }
        }
    }

    private static void checkEndpoint(JsonObject endpoint, String type, String field, ValidationErrors errors) {
        JsonArray addresses = endpoint.array("addresses");
        if (addresses.isEmpty()) {
            errors.required(field + ".addresses", "must contain at least 1 address");
        } else if (addresses.size() > ADDRESSES_MAX) {
            errors.tooMany(field + ".addresses", addresses.size(), ADDRESSES_MAX);
        }
        for (int i = 0; i < addresses.size(); i++) {
            String address = addresses.get(i) instanceof JsonString text ? text.text() : "";
            if (type.startsWith("IP")) {
                AddressValidation.validate(address, field + ".addresses[" + i + "]", errors);
                if (AddressValidation.isAddress(address) && address.contains(":") != type.equals("IPv6")) {
                    errors.invalid(field + ".addresses", address, "must be an " + type + " address");
                }
            }
        }
        if (endpoint.has("nodeName")) {
            errors.names(
                    field + ".nodeName",
                    endpoint.text("nodeName"),
                    NameValidation.subdomain(endpoint.text("nodeName")));
        }
        if (endpoint.has("hostname")) {
            errors.names(
                    field + ".hostname", endpoint.text("hostname"), NameValidation.label(endpoint.text("hostname")));
        }
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        if (old == null && object.text("addressType").equals("FQDN")) {
            warnings.accept("spec.addressType: FQDN endpoints are deprecated");
        }
    }
}
