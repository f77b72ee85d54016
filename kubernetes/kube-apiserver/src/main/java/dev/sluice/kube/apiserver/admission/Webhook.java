package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.apiserver.verb.AdmissionPlugin.Operation;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.select.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/// One webhook of a configuration.
record Webhook(JsonObject json) {
    private static final String ALL = "*";

    /// Kubernetes' default.
    private static final long TIMEOUT_SECONDS = 10;

    String name() {
        return json.text("name");
    }

    boolean isIgnoredOnFailure() {
        return json.text("failurePolicy").equals("Ignore");
    }

    boolean isReinvoked() {
        return json.text("reinvocationPolicy").equals("IfNeeded");
    }

    /// True if its match policy is Equivalent: its rules also match other versions of their resources.
    boolean takesEquivalents() {
        return !json.text("matchPolicy").equals("Exact");
    }

    boolean isFreeOfEffects() {
        String effects = json.text("sideEffects");
        return effects.equals("None") || effects.equals("NoneOnDryRun");
    }

    long timeoutSeconds() {
        return json.has("timeoutSeconds") ? json.number(0, "timeoutSeconds") : TIMEOUT_SECONDS;
    }

    JsonObject clientConfig() {
        return json.object("clientConfig");
    }

    LabelSelector namespaces() {
        return LabelSelector.of(json.object("namespaceSelector"));
    }

    LabelSelector objects() {
        return LabelSelector.of(json.object("objectSelector"));
    }

    /// True if one of its rules matches.
    boolean isAbout(Operation operation, ResourceType type, String subresource) {
        JsonArray rules = json.array("rules");
        for (int i = 0; i < rules.size(); i++) {
            JsonObject rule = rules.object(i);
            if (has(rule.array("operations"), operation.name())
                    && has(rule.array("apiGroups"), type.group())
                    && has(rule.array("apiVersions"), type.version())
                    && isOfScope(rule.text("scope"), type)
                    && isOfResource(texts(rule.array("resources")), type.plural(), subresource)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(JsonArray allowed, String wanted) {
        List<String> texts = texts(allowed);
        return texts.contains(ALL) || texts.contains(wanted);
    }

    private static boolean isOfScope(String scope, ResourceType type) {
        return switch (scope) {
            case "Namespaced" -> type.namespaced();
            case "Cluster" -> !type.namespaced();
            default -> true;
        };
    }

    private static boolean isOfResource(List<String> patterns, String plural, String subresource) {
        for (String pattern : patterns) {
            String[] parts = pattern.split("/", 2);
            boolean isResource = parts[0].equals(ALL) || parts[0].equals(plural);
            boolean isSub =
                    parts.length == 1 ? subresource.isEmpty() : parts[1].equals(ALL) || parts[1].equals(subresource);
            if (isResource && isSub) {
                return true;
            }
        }
        return false;
    }

    static List<String> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        for (Json value : array) {
            if (value instanceof JsonString text) {
                texts.add(text.text());
            }
        }
        return texts;
    }
}
