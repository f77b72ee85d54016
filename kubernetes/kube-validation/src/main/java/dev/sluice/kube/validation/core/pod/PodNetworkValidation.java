package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.AddressValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;
import java.util.regex.Pattern;

/// Validates host names, host aliases, DNS settings and the sharing of host namespaces.
final class PodNetworkValidation {
    private static final int NAMESERVERS_MAX = 3;
    private static final int SEARCHES_MAX = 32;

    private static final String SEARCH = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*";
    private static final Pattern SEARCH_PATTERN = Pattern.compile(SEARCH);

    private PodNetworkValidation() {}

    static void checkNames(JsonObject spec, String field, ValidationErrors errors) {
        boolean isAlone = spec.text("dnsPolicy").equals("None");
        if (!isAlone && !spec.has("dnsConfig")) {
            return;
        }
        JsonArray servers = spec.array("dnsConfig", "nameservers");
        String own = field + ".dnsConfig";
        if (isAlone && !spec.has("dnsConfig")) {
            errors.required(own, "must provide `dnsConfig` when `dnsPolicy` is None");
            return;
        }
        if (isAlone && servers.isEmpty()) {
            errors.required(own + ".nameservers", "must provide at least one DNS nameserver when `dnsPolicy` is None");
            return;
        }
        if (servers.size() > NAMESERVERS_MAX) {
            errors.invalid(
                    own + ".nameservers", servers, "must not have more than " + NAMESERVERS_MAX + " nameservers");
        }
        for (int i = 0; i < servers.size(); i++) {
            AddressValidation.validate(text(servers.get(i)), own + ".nameservers[" + i + "]", errors);
        }
        checkSearches(spec.array("dnsConfig", "searches"), own + ".searches", errors);
        JsonArray options = spec.array("dnsConfig", "options");
        for (int i = 0; i < options.size(); i++) {
            if (options.object(i).text("name").isEmpty()) {
                errors.required(own + ".options[" + i + "]", "must not be empty");
            }
        }
    }

    private static void checkSearches(JsonArray searches, String field, ValidationErrors errors) {
        if (searches.size() > SEARCHES_MAX) {
            errors.invalid(field, searches, "must not have more than " + SEARCHES_MAX + " search paths");
        }
        for (int i = 0; i < searches.size(); i++) {
            String search = text(searches.get(i));
            String domain = search.endsWith(".") ? search.substring(0, search.length() - 1) : search;
            if (!search.equals(".") && !SEARCH_PATTERN.matcher(domain).matches()) {
                errors.invalid(
                        field + "[" + i + "]",
                        domain,
                        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or"
                                + " '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
                                + " regex used for validation is '" + SEARCH + "')");
            }
        }
    }

    static void checkAliases(JsonArray aliases, String field, ValidationErrors errors) {
        for (int i = 0; i < aliases.size(); i++) {
            String own = field + "[" + i + "]";
            AddressValidation.validate(aliases.object(i).text("ip"), own + ".ip", errors);
            JsonArray names = aliases.object(i).array("hostnames");
            for (int j = 0; j < names.size(); j++) {
                String name = text(names.get(j));
                errors.names(own + ".hostnames[" + j + "]", name, NameValidation.subdomain(name));
            }
        }
    }

    private static String text(Json value) {
        return value instanceof JsonString text ? text.text() : "";
    }

    /// In the host's network a port is the host's.
    ///
    /// @param isPod and not a template, where a port may still be left out
    static void checkHostNetwork(JsonObject spec, String field, boolean isPod, ValidationErrors errors) {
        if (!spec.isTrue("hostNetwork")) {
            return;
        }
        JsonArray containers = spec.array("containers");
        for (int i = 0; i < containers.size(); i++) {
            JsonArray ports = containers.object(i).array("ports");
            for (int j = 0; j < ports.size(); j++) {
                long host = ports.object(j).number(0, "hostPort");
                if ((isPod || host != 0) && host != ports.object(j).number(0, "containerPort")) {
                    errors.invalid(
                            field + ".containers[" + i + "].ports[" + j + "].hostPort",
                            Json.of(host),
                            "must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }

    static void checkHost(JsonObject spec, String field, ValidationErrors errors) {
        if (Json.of(false).equals(spec.get("hostUsers"))) {
            if (spec.isTrue("hostNetwork")) {
                errors.forbidden(field + ".hostNetwork", "when `hostUsers` is false");
            }
            for (String name : List.of("PID", "IPC")) {
                if (spec.isTrue("host" + name)) {
                    errors.forbidden(field + ".Host" + name, "when `hostUsers` is false");
                }
            }
        }
    }

    /// The name by which the pod's host knows it, if it is not the pod's own.
    static void checkOverride(JsonObject spec, String field, ValidationErrors errors) {
        String name = spec.text("hostnameOverride");
        if (!spec.has("hostnameOverride")) {
            return;
        }
        if (spec.isTrue("setHostnameAsFQDN")) {
            errors.forbidden(field + ".hostnameOverride", "may not be specified when setHostnameAsFQDN is true");
        }
        if (spec.isTrue("hostNetwork")) {
            errors.forbidden(field + ".hostnameOverride", "may not be specified when hostNetwork is true");
        }
        errors.names(field + ".hostnameOverride", name, NameValidation.subdomain(name));
    }
}
