package dev.sluice.kube.validation.rbac;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;

/// Roles and role bindings.
final class RbacStrategy {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private RbacStrategy() {}

    /// @param isNamespaced whether it is a role in a namespace
    record RoleCode(boolean isNamespaced) implements KindStrategy {
        @Override
        public void validate(JsonObject object, ValidationErrors errors) {
            JsonArray rules = object.array("rules");
            for (int i = 0; i < rules.size(); i++) {
                checkRule(rules.object(i), "rules[" + i + "]", errors);
            }
            if (object.has("aggregationRule")) {
                JsonArray selectors = object.array("aggregationRule", "clusterRoleSelectors");
                String field = "aggregationRule.clusterRoleSelectors";
                if (selectors.isEmpty()) {
                    errors.required(field, "at least one clusterRoleSelector required if aggregationRule is non-nil");
                }
                for (int i = 0; i < selectors.size(); i++) {
                    Selectors.validate(selectors.get(i), field + "[" + i + "]", errors);
                }
            }
        }

        private void checkRule(JsonObject rule, String field, ValidationErrors errors) {
            if (rule.array("verbs").isEmpty()) {
                errors.required(field + ".verbs", "verbs must contain at least one value");
            }
            JsonArray paths = rule.array("nonResourceURLs");
            boolean hasGroups = !rule.array("apiGroups").isEmpty();
            boolean hasResources = !rule.array("resources").isEmpty();
            if (!paths.isEmpty()) {
                if (isNamespaced) {
                    errors.invalid(
                            field + ".nonResourceURLs", paths, "namespaced rules cannot apply to non-resource URLs");
                }
                if (hasGroups || hasResources || !rule.array("resourceNames").isEmpty()) {
                    errors.invalid(
                            field + ".nonResourceURLs",
                            paths,
                            "rules cannot apply to both regular resources and non-resource URLs");
                }
                return;
            }
            if (!hasGroups) {
                errors.required(field + ".apiGroups", "resource rules must supply at least one api group");
            }
            if (!hasResources) {
                errors.required(field + ".resources", "resource rules must supply at least one resource");
            }
        }
    }

    /// @param isNamespaced whether it is in a namespace
    record BindingCode(boolean isNamespaced) implements KindStrategy {
        @Override
        public void validate(JsonObject object, ValidationErrors errors) {
            JsonObject role = object.object("roleRef");
            if (!role.text("apiGroup").equals(GROUP)) {
                errors.unsupported("roleRef.apiGroup", Json.of(role.text("apiGroup")), List.of(GROUP));
            }
            List<String> kinds = isNamespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole");
            if (!kinds.contains(role.text("kind"))) {
                errors.unsupported("roleRef.kind", Json.of(role.text("kind")), kinds);
            }
            if (role.text("name").isEmpty()) {
                errors.required("roleRef.name");
            } else {
                errors.names("roleRef.name", role.text("name"), NameValidation.pathSegment(role.text("name")));
            }
            JsonArray subjects = object.array("subjects");
            for (int i = 0; i < subjects.size(); i++) {
                checkSubject(subjects.object(i), "subjects[" + i + "]", errors);
            }
        }

        private void checkSubject(JsonObject subject, String field, ValidationErrors errors) {
            String name = subject.text("name");
            String group = subject.text("apiGroup");
            if (name.isEmpty()) {
                errors.required(field + ".name");
            }
            switch (subject.text("kind")) {
                case "ServiceAccount" -> {
                    if (!name.isEmpty()) {
                        errors.names(field + ".name", name, NameValidation.subdomain(name));
                    }
                    if (!group.isEmpty()) {
                        errors.unsupported(field + ".apiGroup", Json.of(group), List.of(""));
                    }
                    if (!isNamespaced && subject.text("namespace").isEmpty()) {
                        errors.required(field + ".namespace");
                    }
                }
                case "User", "Group" -> {
                    if (!group.equals(GROUP)) {
                        errors.unsupported(field + ".apiGroup", Json.of(group), List.of(GROUP));
                    }
                }
                default ->
                    errors.unsupported(
                            field + ".kind", Json.of(subject.text("kind")), List.of("ServiceAccount", "User", "Group"));
            }
        }

        @Override
        public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
            if (!object.object("roleRef").equals(old.object("roleRef"))) {
                errors.invalid("roleRef", "cannot change roleRef");
            }
        }
    }
}
