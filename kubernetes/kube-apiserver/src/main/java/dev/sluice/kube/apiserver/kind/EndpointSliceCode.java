package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Where a service's requests go.
final class EndpointSliceCode implements KindCode {
    private static final int ADDRESSES_MAX = 100;
    private static final int ENDPOINTS_MAX = 1_000;

    @Override
    public void check(JsonObject object, Flaws flaws) {
        flaws.oneOf("addressType", object.text("addressType"), true, List.of("FQDN", "IPv4", "IPv6"));
        checkPorts(object.array("ports"), flaws);
        JsonArray endpoints = object.array("endpoints");
        if (endpoints.size() > ENDPOINTS_MAX) {
            flaws.tooMany("endpoints", endpoints.size(), ENDPOINTS_MAX);
            return;
        }
        for (int i = 0; i < endpoints.size(); i++) {
            checkEndpoint(endpoints.object(i), object.text("addressType"), "endpoints[" + i + "]", flaws);
        }
    }

    private static void checkPorts(JsonArray ports, Flaws flaws) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            String own = "ports[" + i + "]";
            String name = port.text("name");
            if (!name.isEmpty()) {
                flaws.names(own + ".name", name, Names.label(name));
            }
            if (!names.add(name)) {
                flaws.duplicate(own + ".name", Json.of(name));
            }
            flaws.oneOf(own + ".protocol", port.text("protocol"), true, List.of("SCTP", "TCP", "UDP"));
            if (port.has("appProtocol")) {
                String protocol = port.text("appProtocol");
                flaws.names(own + ".appProtocol", protocol, Names.qualifiedName(protocol));
            }
        }
    }

    private static void checkEndpoint(JsonObject endpoint, String type, String field, Flaws flaws) {
        JsonArray addresses = endpoint.array("addresses");
        if (addresses.isEmpty()) {
            flaws.required(field + ".addresses", "must contain at least 1 address");
        } else if (addresses.size() > ADDRESSES_MAX) {
            flaws.tooMany(field + ".addresses", addresses.size(), ADDRESSES_MAX);
        }
        for (int i = 0; i < addresses.size(); i++) {
            String address = addresses.get(i) instanceof JsonString text ? text.text() : "";
            if (type.startsWith("IP")) {
                PodNetworkChecks.checkAddress(address, field + ".addresses[" + i + "]", flaws);
                if (PodNetworkChecks.isAddress(address) && address.contains(":") != type.equals("IPv6")) {
                    flaws.invalid(field + ".addresses", address, "must be an " + type + " address");
                }
            }
        }
        if (endpoint.has("nodeName")) {
            flaws.names(field + ".nodeName", endpoint.text("nodeName"), Names.subdomain(endpoint.text("nodeName")));
        }
        if (endpoint.has("hostname")) {
            flaws.names(field + ".hostname", endpoint.text("hostname"), Names.label(endpoint.text("hostname")));
        }
    }
}
