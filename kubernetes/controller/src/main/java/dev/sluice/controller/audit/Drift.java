package dev.sluice.controller.audit;

/// A difference between the engine's machine and the cluster.
///
/// @param node the name of the node
/// @param what the resource or property that differs
/// @param expected as the cluster has it
/// @param found as the engine has it
/// @param holder the namespace and name of the pod, or the job; empty if it is the node itself
public record Drift(String node, String what, String expected, String found, String holder) {

    @Override
    public String toString() {
        return "node=%s what=%s expected=%s found=%s%s"
                .formatted(node, what, expected, found, holder.isEmpty() ? "" : " holder=" + holder);
    }
}
