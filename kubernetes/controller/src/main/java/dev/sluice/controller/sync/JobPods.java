package dev.sluice.controller.sync;

import dev.sluice.kube.json.JsonObject;
import java.util.OptionalLong;

/// Says which pods belong to jobs of the engine.
public interface JobPods {

    /// Every pod is other schedulers' work, also those that name our scheduler: nothing is known of their jobs.
    JobPods NONE = (_, _) -> OptionalLong.empty();

    /// Returns the job that holds a share for a bound pod; empty if none does. Then the pod's resources are entered
    /// as they are. Called once for each pod, when it is first seen on a node.
    ///
    /// @param node the node's path
    OptionalLong jobOf(JsonObject pod, String node);
}
