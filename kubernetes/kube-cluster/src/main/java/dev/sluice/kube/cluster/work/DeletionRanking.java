package dev.sluice.kube.cluster.work;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import java.util.Comparator;

/// Ranks pods for deletion when a controller has too many.
public final class DeletionRanking {
    /// Unscheduled, not running and not ready pods first; controllers add their own criteria.
    public static final Comparator<JsonObject> FIRST = Comparator.<JsonObject>comparingInt(
                    pod -> new Pod(pod).isPlaced() ? 1 : 0)
            .thenComparingInt(DeletionRanking::progress)
            .thenComparingInt(pod -> new Pod(pod).isReady() ? 1 : 0);

    private DeletionRanking() {}

    private static int progress(JsonObject pod) {
        return switch (new Pod(pod).phase()) {
            case Pod.PENDING -> 0;
            case Pod.UNKNOWN -> 1;
            default -> 2;
        };
    }
}
