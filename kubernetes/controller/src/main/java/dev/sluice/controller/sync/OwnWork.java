package dev.sluice.controller.sync;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Our own jobs: which pods belong to them, and what follows from changes of their objects. Called on the engine's
/// thread.
///
/// The methods that do nothing suit a cluster that is only followed.
public interface OwnWork {
    /// Every pod is other schedulers' work, also those that name our scheduler: nothing is known of their jobs.
    OwnWork NONE = (_, _) -> Optional.empty();

    /// A job's place for a pod.
    ///
    /// @param amounts what a place of the job is
    /// @param held what the job still holds for this pod: less if the pod gave up a part before a restart
    record Place(long job, SortedMap<String, Long> amounts, SortedMap<String, Long> held) {
        public Place {
            amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
            held = Collections.unmodifiableSortedMap(new TreeMap<>(held));
        }
    }

    /// Returns the place that a job holds for a pod on a node; empty if none does. Then the pod's resources are entered
    /// as they are. Called until the pod has been entered there.
    ///
    /// @param node the name of the node that it is bound to, or that is nominated for it
    Optional<Place> placeOf(JsonObject pod, String node);

    /// Returns whether a share is released when its pod has ended. Otherwise it is kept for another pod, and the job
    /// decides what becomes of it.
    ///
    /// @param pod its UID
    /// @param share what the job holds for it now
    default boolean isReleased(String pod, Place place, NodeUse share) {
        return true;
    }

    /// Returns whether pods of a job are still to come: then it may hold more than its pods do.
    default boolean expectsPods(long job) {
        return false;
    }

    /// The objects of a namespace are managed from now on, or are not any more.
    default void namespaceChanged(String name, boolean isManaged) {}

    /// A PriorityClass is there or has changed, or is gone.
    default void priorityClassChanged(JsonObject priorityClass, boolean isGone) {}

    /// A LimitRange is there or has changed, or is gone.
    default void limitRangeChanged(JsonObject limitRange, boolean isGone) {}

    default void jobChanged(JsonObject job) {}

    /// A Job is gone.
    ///
    /// @param isMissed whether its final state is not known: then it is as it was last seen
    default void jobGone(JsonObject job, boolean isMissed) {}

    /// A node has changed, or is gone.
    default void nodeChanged(String name) {}

    /// All objects of a source that existed at the start have been reported.
    default void listed(Source source) {}

    /// A pod has changed. Called before the graph learns of it.
    default void podChanged(JsonObject pod) {}

    /// A pod is gone; one of another scheduler is, or has become terminal.
    ///
    /// @param isMissed whether its final state is not known: then it is as it was last seen
    default void podGone(JsonObject pod, boolean isMissed) {}

    /// Everything that has arrived was reported, and the engine has handled all events. Starts what follows from it.
    default void act(Consumer<Event> events) {}
}
