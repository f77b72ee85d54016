package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.Set;

/// The writes of a Job's reconciliation.
interface JobControl {

    void create(JsonObject pod);

    /// Deletes pods in order, until a delete is refused.
    ///
    /// @param releases whether to remove the tracking finalizer first, for pods that will not be counted
    /// @return how many deletes succeeded
    long delete(List<JsonObject> pods, boolean releases);

    /// Removes the tracking finalizer from pods.
    ///
    /// @return the uids of the pods without the finalizer
    Set<String> release(List<JsonObject> pods);

    /// Updates the Job's status if it has changed.
    void write(JobStatus status);

    /// Records a Normal event.
    void normal(String reason, String message);

    /// Records a Warning event.
    void warning(String reason, String message);

    void lookAgainAt(long nanos);
}
