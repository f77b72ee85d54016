package dev.sluice.kube.apiserver.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/// Authorizes requests by RBAC.
public final class Authorizer {
    private final RbacIndex policy;

    public Authorizer(RbacIndex policy) {
        this.policy = policy;
    }

    /// @param reason in Kubernetes' words; may be empty
    record Verdict(boolean isAllowed, String reason) {}

    /// Throws 403 unless the user may.
    public void mustBeAllowed(User user, RequestAttributes attributes) {
        Verdict verdict = judge(user, attributes);
        if (!verdict.isAllowed()) {
            throw attributes.refused(user, verdict.reason());
        }
    }

    boolean isAllowed(User user, RequestAttributes attributes) {
        return judge(user, attributes).isAllowed();
    }

    Verdict judge(User user, RequestAttributes attributes) {
        if (user.isMaster()) {
            return new Verdict(true, "");
        }
        List<String> faults = new ArrayList<>();
        String[] why = new String[1];
        boolean isAllowed = anyRule(user, attributes.namespace(), faults, (binding, rule) -> {
            if (rule.allows(attributes)) {
                why[0] = reason(user, binding);
                return true;
            }
            return false;
        });
        if (isAllowed) {
            return new Verdict(true, why[0]);
        }
        return new Verdict(false, faults.isEmpty() ? "" : "RBAC: " + together(faults));
    }

    /// Returns the user's rules in a namespace, or cluster-wide if that is empty.
    List<PolicyRule> rulesFor(User user, String namespace) {
        List<PolicyRule> rules = new ArrayList<>();
        anyRule(user, namespace, new ArrayList<>(), (_, rule) -> {
            rules.add(rule);
            return false;
        });
        return rules;
    }

    /// True if one of the user's rules matches; cluster-wide rules are checked first.
    private boolean anyRule(
            User user, String namespace, List<String> faults, BiPredicate<RbacIndex.Binding, PolicyRule> isSuch) {
        return anyRuleOf(policy.bindingsOf(user, ""), faults, isSuch)
                || (!namespace.isEmpty() && anyRuleOf(policy.bindingsOf(user, namespace), faults, isSuch));
    }

    private boolean anyRuleOf(
            List<RbacIndex.Binding> bindings, List<String> faults, BiPredicate<RbacIndex.Binding, PolicyRule> isSuch) {
        for (RbacIndex.Binding binding : bindings) {
            Optional<List<PolicyRule>> rules =
                    policy.rulesFor(binding.isOfClusterRole() ? "" : binding.namespace(), binding.role());
            if (rules.isEmpty()) {
                faults.add("%s.rbac.authorization.k8s.io \"%s\" not found"
                        .formatted(binding.isOfClusterRole() ? "clusterrole" : "role", binding.role()));
                continue;
            }
            for (PolicyRule rule : rules.get()) {
                if (isSuch.test(binding, rule)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String reason(User user, RbacIndex.Binding binding) {
        boolean isOfUser = binding.subjects().contains("u:" + user.name());
        String subject = isOfUser
                ? subject(user.name())
                : "Group \""
                        + user.groups().stream()
                                .filter(group -> binding.subjects().contains("g:" + group))
                                .findFirst()
                                .orElse("")
                        + "\"";
        String which = binding.namespace().isEmpty()
                ? "ClusterRoleBinding \"" + binding.name() + "\""
                : "RoleBinding \"%s/%s\"".formatted(binding.name(), binding.namespace());
        String role = (binding.isOfClusterRole() ? "ClusterRole" : "Role") + " \"" + binding.role() + "\"";
        return "RBAC: allowed by %s of %s to %s".formatted(which, role, subject);
    }

    private static String subject(String name) {
        if (name.startsWith(User.SERVICE_ACCOUNT)) {
            String[] parts = name.substring(User.SERVICE_ACCOUNT.length()).split(":", 2);
            return "ServiceAccount \"%s/%s\"".formatted(parts[1], parts[0]);
        }
        return "User \"" + name + "\"";
    }

    private static String together(List<String> faults) {
        List<String> each = faults.stream().distinct().toList();
        return each.size() == 1 ? each.getFirst() : "[" + String.join(", ", each) + "]";
    }
}
