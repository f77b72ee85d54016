package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.Set;

/// What a look at a Job may do.
interface JobControl {

    void create(JsonObject pod);

    /// Asks for the end of pods, in order, until one is refused.
    ///
    /// @param releases whether they lose our finalizer first, as pods do that nobody will count
    /// @return how many are ending
    long delete(List<JsonObject> pods, boolean releases);

    /// Takes our finalizer from pods.
    ///
    /// @return the uids of those that have it no more
    Set<String> release(List<JsonObject> pods);

    /// Writes the Job's status if it has changed.
    void write(JobStatus status);

    /// Tells people of it.
    void tell(String reason, String message);

    /// Tells people of it who may have to look after it.
    void warn(String reason, String message);

    void lookAgainAt(long nanos);
}
