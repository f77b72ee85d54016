package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;

/// Writes the rules of aggregated ClusterRoles, like the clusterrole-aggregation controller.
public final class ClusterRoleAggregation implements Runnable {
    private final RbacIndex policy;
    private final Kube kube;
    private long seen = -1;

    /// @param policy up to date before this runs
    public ClusterRoleAggregation(RbacIndex policy, Kube kube) {
        this.policy = policy;
        this.kube = kube;
    }

    @Override
    public void run() {
        if (policy.edition() == seen) {
            return;
        }
        seen = policy.edition();
        for (String name : policy.aggregatedRoles()) {
            List<Json> rules = policy.rulesFor("", name).orElse(List.of()).stream()
                    .distinct()
                    .<Json>map(PolicyRule::toJson)
                    .toList();
            write(ObjectKey.of(name), JsonArray.of(rules));
        }
    }

    private void write(ObjectKey key, JsonArray rules) {
        try {
            JsonObject role = kube.get(RbacIndex.CLUSTER_ROLES, key);
            if (!role.array("rules").equals(rules)) {
                kube.update(RbacIndex.CLUSTER_ROLES, key, "", role.with("rules", rules), WriteOptions.PLAIN);
            }
        } catch (ApiException e) {
            // The role is gone; the index will see its deletion.
            seen = -1;
        }
    }
}
