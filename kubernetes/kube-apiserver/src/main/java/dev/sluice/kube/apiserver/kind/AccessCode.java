package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.List;

/// Roles and who has them.
final class AccessCode {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private AccessCode() {}

    /// @param isNamespaced whether it is a role in a namespace
    record RoleCode(boolean isNamespaced) implements KindCode {
        @Override
        public void check(JsonObject object, Flaws flaws) {
            JsonArray rules = object.array("rules");
            for (int i = 0; i < rules.size(); i++) {
                checkRule(rules.object(i), "rules[" + i + "]", flaws);
            }
            if (object.has("aggregationRule")) {
                JsonArray selectors = object.array("aggregationRule", "clusterRoleSelectors");
                String field = "aggregationRule.clusterRoleSelectors";
                if (selectors.isEmpty()) {
                    flaws.required(field, "at least one clusterRoleSelector required if aggregationRule is non-nil");
                }
                for (int i = 0; i < selectors.size(); i++) {
                    Selectors.check(selectors.get(i), field + "[" + i + "]", flaws);
                }
            }
        }

        private void checkRule(JsonObject rule, String field, Flaws flaws) {
            if (rule.array("verbs").isEmpty()) {
                flaws.required(field + ".verbs", "verbs must contain at least one value");
            }
            JsonArray paths = rule.array("nonResourceURLs");
            boolean hasGroups = !rule.array("apiGroups").isEmpty();
            boolean hasResources = !rule.array("resources").isEmpty();
            if (!paths.isEmpty()) {
                if (isNamespaced) {
                    flaws.invalid(
                            field + ".nonResourceURLs", paths, "namespaced rules cannot apply to non-resource URLs");
                }
                if (hasGroups || hasResources || !rule.array("resourceNames").isEmpty()) {
                    flaws.invalid(
                            field + ".nonResourceURLs",
                            paths,
                            "rules cannot apply to both regular resources and non-resource URLs");
                }
                return;
            }
            if (!hasGroups) {
                flaws.required(field + ".apiGroups", "resource rules must supply at least one api group");
            }
            if (!hasResources) {
                flaws.required(field + ".resources", "resource rules must supply at least one resource");
            }
        }
    }

    /// @param isNamespaced whether it is in a namespace
    record BindingCode(boolean isNamespaced) implements KindCode {
        @Override
        public void check(JsonObject object, Flaws flaws) {
            JsonObject role = object.object("roleRef");
            if (!role.text("apiGroup").equals(GROUP)) {
                flaws.unsupported("roleRef.apiGroup", Json.of(role.text("apiGroup")), List.of(GROUP));
            }
            List<String> kinds = isNamespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole");
            if (!kinds.contains(role.text("kind"))) {
                flaws.unsupported("roleRef.kind", Json.of(role.text("kind")), kinds);
            }
            if (role.text("name").isEmpty()) {
                flaws.required("roleRef.name");
            } else {
                flaws.names("roleRef.name", role.text("name"), Names.pathSegment(role.text("name")));
            }
            JsonArray subjects = object.array("subjects");
            for (int i = 0; i < subjects.size(); i++) {
                checkSubject(subjects.object(i), "subjects[" + i + "]", flaws);
            }
        }

        private void checkSubject(JsonObject subject, String field, Flaws flaws) {
            String name = subject.text("name");
            String group = subject.text("apiGroup");
            if (name.isEmpty()) {
                flaws.required(field + ".name");
            }
            switch (subject.text("kind")) {
                case "ServiceAccount" -> {
                    if (!name.isEmpty()) {
                        flaws.names(field + ".name", name, Names.subdomain(name));
                    }
                    if (!group.isEmpty()) {
                        flaws.unsupported(field + ".apiGroup", Json.of(group), List.of(""));
                    }
                    if (!isNamespaced && subject.text("namespace").isEmpty()) {
                        flaws.required(field + ".namespace");
                    }
                }
                case "User", "Group" -> {
                    if (!group.equals(GROUP)) {
                        flaws.unsupported(field + ".apiGroup", Json.of(group), List.of(GROUP));
                    }
                }
                default ->
                    flaws.unsupported(
                            field + ".kind", Json.of(subject.text("kind")), List.of("ServiceAccount", "User", "Group"));
            }
        }

        @Override
        public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
            if (!object.object("roleRef").equals(old.object("roleRef"))) {
                flaws.invalid(
                        "roleRef", GoStructs.of("rbac.RoleRef", object.object("roleRef")), "cannot change roleRef");
            }
        }
    }
}
