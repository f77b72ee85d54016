package dev.sluice.controller.intake;

import java.util.List;
import java.util.Set;

/// What an operator may say about intake.
///
/// @param excludedNamespaces nothing in them is managed: those of Kubernetes and Sluice's own
/// @param controllers the users that create objects for others; a final `*` stands for any ending
public record IntakeOptions(Set<String> excludedNamespaces, List<String> controllers) {
    public static final IntakeOptions DEFAULT = new IntakeOptions(
            Set.of("kube-system", "kube-public", "kube-node-lease", "sluice"),
            List.of("system:kube-controller-manager", "system:serviceaccount:kube-system:*"));

    public IntakeOptions {
        excludedNamespaces = Set.copyOf(excludedNamespaces);
        controllers = List.copyOf(controllers);
    }

    boolean isController(String user) {
        for (String each : controllers) {
            boolean isPrefix = each.endsWith("*");
            if (isPrefix ? user.startsWith(each.substring(0, each.length() - 1)) : user.equals(each)) {
                return true;
            }
        }
        return false;
    }
}
