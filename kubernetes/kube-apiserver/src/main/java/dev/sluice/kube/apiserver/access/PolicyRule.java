package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import java.util.ArrayList;
import java.util.List;

/// A PolicyRule of a role. `*` stands for all.
public record PolicyRule(
        List<String> groups, List<String> resources, List<String> names, List<String> paths, List<String> verbs) {
    private static final String ALL = "*";

    static List<PolicyRule> of(JsonArray rules) {
        List<PolicyRule> all = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            JsonObject rule = rules.object(i);
            all.add(new PolicyRule(
                    texts(rule.array("apiGroups")),
                    texts(rule.array("resources")),
                    texts(rule.array("resourceNames")),
                    texts(rule.array("nonResourceURLs")),
                    texts(rule.array("verbs"))));
        }
        return List.copyOf(all);
    }

    static List<String> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        for (Json value : array) {
            if (value instanceof JsonString text) {
                texts.add(text.text());
            }
        }
        return List.copyOf(texts);
    }

    boolean allows(RequestAttributes attributes) {
        if (!has(verbs, attributes.verb())) {
            return false;
        }
        if (!attributes.isOnResource()) {
            return allowsPath(attributes.path());
        }
        return has(groups, attributes.group())
                && allowsResource(attributes)
                && (names.isEmpty() || names.contains(attributes.name()));
    }

    private boolean allowsResource(RequestAttributes attributes) {
        return resources.contains(ALL)
                || resources.contains(attributes.fullResource())
                || (!attributes.subresource().isEmpty() && resources.contains("*/" + attributes.subresource()));
    }

    private boolean allowsPath(String path) {
        for (String pattern : paths) {
            boolean isPrefix = pattern.endsWith(ALL) && path.startsWith(pattern.substring(0, pattern.length() - 1));
            if (isPrefix || pattern.equals(path)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(List<String> allowed, String wanted) {
        return allowed.contains(ALL) || allowed.contains(wanted);
    }

    /// True if it allows what `single` does, a rule with one verb, group, resource, name or path.
    boolean covers(PolicyRule single) {
        boolean verb = has(verbs, single.verbs.getFirst());
        if (!single.paths.isEmpty()) {
            return verb && allowsPath(single.paths.getFirst());
        }
        if (single.resources.isEmpty()) {
            return false;
        }
        String resource = single.resources.getFirst();
        int slash = resource.indexOf('/');
        boolean isCovered = resources.contains(ALL)
                || resources.contains(resource)
                || (slash >= 0 && resources.contains("*" + resource.substring(slash)));
        boolean isNamed = names.isEmpty() || (!single.names.isEmpty() && names.contains(single.names.getFirst()));
        return verb && has(groups, single.groups.getFirst()) && isCovered && isNamed;
    }

    /// Splits the rule into rules with one verb, group, resource, name or path each.
    List<PolicyRule> singles() {
        List<PolicyRule> singles = new ArrayList<>();
        for (String group : groups) {
            for (String resource : resources) {
                for (String verb : verbs) {
                    List<List<String>> named = names.isEmpty()
                            ? List.of(List.<String>of())
                            : names.stream().map(List::of).toList();
                    for (List<String> name : named) {
                        singles.add(new PolicyRule(List.of(group), List.of(resource), name, List.of(), List.of(verb)));
                    }
                }
            }
        }
        for (String path : paths) {
            for (String verb : verbs) {
                singles.add(new PolicyRule(List.of(), List.of(), List.of(), List.of(path), List.of(verb)));
            }
        }
        return singles;
    }

    JsonObject toJson() {
        JsonObject.Builder json = JsonObject.builder().put("verbs", User.texts(verbs));
        put(json, "apiGroups", groups);
        put(json, "resources", resources);
        put(json, "resourceNames", names);
        put(json, "nonResourceURLs", paths);
        return json.build();
    }

    private static void put(JsonObject.Builder json, String field, List<String> values) {
        if (!values.isEmpty()) {
            json.put(field, User.texts(values));
        }
    }

    /// Returns the format of Kubernetes' error messages.
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        addPart(parts, "APIGroups", groups);
        addPart(parts, "Resources", resources);
        addPart(parts, "NonResourceURLs", paths);
        addPart(parts, "ResourceNames", names);
        addPart(parts, "Verbs", verbs);
        return "{" + String.join(", ", parts) + "}";
    }

    private static void addPart(List<String> parts, String name, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(name + ":" + quoted(values));
        }
    }

    static String quoted(List<String> values) {
        return "[" + String.join(" ", values.stream().map(GoQuoting::of).toList()) + "]";
    }
}
