package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Prevents privilege escalation: users may only write roles and bindings that grant permissions which they hold,
/// unless they have the verb `escalate` or `bind`.
public final class EscalationCheck {
    private final RbacIndex policy;
    private final Authorizer authorizer;

    public EscalationCheck(RbacIndex policy, Authorizer authorizer) {
        this.policy = policy;
        this.authorizer = authorizer;
    }

    /// Throws 403 if the requesting user may not grant what this object grants.
    ///
    /// @param old the object before an update
    public void check(ResourceType type, JsonObject object, @Nullable JsonObject old) {
        User user = RequestUser.current();
        if (user.isMaster() || !type.group().equals("rbac.authorization.k8s.io")) {
            return;
        }
        if (type.plural().endsWith("bindings")) {
            checkBinding(user, type, object, old);
        } else {
            checkRole(user, type, object, old);
        }
    }

    private void checkRole(User user, ResourceType type, JsonObject object, @Nullable JsonObject old) {
        boolean isSame = old != null && Objects.equals(rules(old), rules(object));
        if (isSame || may(user, "escalate", type, KubeObjects.namespace(object), KubeObjects.name(object))) {
            return;
        }
        refuseUnlessHeld(user, type, object, PolicyRule.of(object.array("rules")));
    }

    private static @Nullable Json rules(JsonObject role) {
        return role.get("rules");
    }

    private void checkBinding(User user, ResourceType type, JsonObject object, @Nullable JsonObject old) {
        if (old != null && Objects.equals(old.get("subjects"), object.get("subjects"))) {
            return;
        }
        boolean isOfCluster = object.text("roleRef", "kind").equals("ClusterRole");
        String role = object.text("roleRef", "name");
        String namespace = KubeObjects.namespace(object);
        ResourceType roles = isOfCluster ? RbacIndex.CLUSTER_ROLES : RbacIndex.ROLES;
        if (may(user, "bind", roles, namespace, role)) {
            return;
        }
        List<PolicyRule> granted = policy.rulesFor(isOfCluster ? "" : namespace, role)
                .orElseThrow(() -> ApiStatus.notFound(type, role)); // Kubernetes names the binding's resource
        refuseUnlessHeld(user, type, object, granted);
    }

    private boolean may(User user, String verb, ResourceType type, String namespace, String name) {
        return authorizer.isAllowed(
                user,
                new RequestAttributes(verb, namespace, type.group(), type.version(), type.plural(), "", name, ""));
    }

    private void refuseUnlessHeld(User user, ResourceType type, JsonObject object, List<PolicyRule> granted) {
        List<PolicyRule> held = authorizer.rulesFor(user, KubeObjects.namespace(object));
        List<PolicyRule> missing = new ArrayList<>();
        for (PolicyRule rule : granted) {
            for (PolicyRule single : rule.singles()) {
                if (held.stream().noneMatch(own -> own.covers(single))) {
                    missing.add(single);
                }
            }
        }
        if (missing.isEmpty()) {
            return;
        }
        TreeSet<String> told = new TreeSet<>();
        compact(missing).forEach(rule -> told.add(rule.toString()));
        throw ApiStatus.forbidden(
                type,
                KubeObjects.name(object),
                "user %s (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s"
                        .formatted(quoted(user.name()), PolicyRule.quoted(user.groups()), String.join("\n", told)));
    }

    private static String quoted(String text) {
        return GoQuoting.of(text);
    }

    /// Merges rules that differ only in their verbs.
    private static List<PolicyRule> compact(List<PolicyRule> singles) {
        Map<PolicyRule, List<String>> verbs = new LinkedHashMap<>();
        for (PolicyRule rule : singles) {
            List<String> all = verbs.computeIfAbsent(
                    new PolicyRule(rule.groups(), rule.resources(), rule.names(), rule.paths(), List.of()),
                    _ -> new ArrayList<>());
            if (!all.contains(rule.verbs().getFirst())) {
                all.add(rule.verbs().getFirst());
            }
        }
        List<PolicyRule> compact = new ArrayList<>();
        verbs.forEach((rule, all) ->
                compact.add(new PolicyRule(rule.groups(), rule.resources(), rule.names(), rule.paths(), all)));
        return compact;
    }
}
