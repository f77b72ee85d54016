package dev.sluice.scheduling;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.queue.EndCause;
import dev.sluice.queue.Job;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// An input of the engine. Jobs are named by their id, parts of the machine by their path in the graph.
public sealed interface Event {

    record JobSubmitted(Job job) implements Event {}

    /// The job's wall time, queue, priority or conditions have changed; only while it waits.
    record JobChanged(Job job) implements Event {}

    /// The job must not start until it is released.
    ///
    /// @param why for people; may be empty
    record JobHeld(long job, String why) implements Event {
        public JobHeld(long job) {
            this(job, "");
        }
    }

    record JobReleased(long job) implements Event {}

    /// The user cancels the job, waiting or running.
    record JobCancelled(long job) implements Event {}

    /// The job runs: the decision to start it has been carried out.
    record JobStarted(long job) implements Event {}

    record JobFinished(long job) implements Event {}

    /// The job has ended without success.
    ///
    /// @param cause why, if it is known
    record JobFailed(long job, Optional<EndCause> cause) implements Event {
        public JobFailed(long job) {
            this(job, Optional.empty());
        }
    }

    /// The job's world has stopped it, since its wall time is over. The engine need not have said so.
    ///
    /// @param cause more about it, if it is known
    record JobTimedOut(long job, Optional<EndCause> cause) implements Event {}

    /// The job is gone, and nothing says how it ended: its object was deleted while nothing looked.
    record JobVanished(long job) implements Event {}

    /// The job lost its resources through no fault of its own, as when a node fails; it waits again.
    ///
    /// @param failedOn the paths of the nodes that failed it: their failure scores rise; empty if none or unknown
    /// @param avoided the paths of other nodes on which it does not run for now, through no fault of theirs
    /// @param why what has happened, for people; may be empty
    record JobLost(long job, List<String> failedOn, List<String> avoided, String why) implements Event {
        public JobLost {
            failedOn = List.copyOf(failedOn);
            avoided = List.copyOf(avoided);
        }

        public JobLost(long job, List<String> failedOn, List<String> avoided) {
            this(job, failedOn, avoided, "");
        }

        public JobLost(long job, List<String> failedOn) {
            this(job, failedOn, List.of());
        }

        public JobLost(long job, String why) {
            this(job, List.of(), List.of(), why);
        }

        public JobLost(long job) {
            this(job, List.of());
        }
    }

    /// The job gets no place on these nodes until it is told otherwise: something that is not modelled keeps its parts
    /// from running there, such as a volume. Replaces the nodes named before.
    ///
    /// @param nodes their paths; empty if it may use all nodes again
    record NodesExcluded(long job, List<String> nodes) implements Event {
        public NodesExcluded {
            nodes = List.copyOf(nodes);
        }
    }

    /// The job runs already, although the records do not say so: they are older than the cluster, as after a database
    /// was restored. It is entered as it is; a job that is not known is submitted first.
    ///
    /// @param attempt the number under which it was started
    /// @param sinceNanos since when it runs, from where its wall time counts; empty if it does not run yet
    /// @param parts those that are on nodes already
    record JobAdopted(Job job, int attempt, OptionalLong sinceNanos, List<NodeUse> parts) implements Event {
        public JobAdopted {
            parts = List.copyOf(parts);
        }
    }

    /// The waiting job was started more often than the records say. Its next attempt gets a higher number.
    ///
    /// @param attempts how often
    record AttemptsSeen(long job, int attempts) implements Event {}

    /// A part of the running job is on a node where the job holds nothing for it. It is entered as it is.
    record PartFound(long job, NodeUse part) implements Event {}

    /// A part of the job has ended, such as a pod. Its share is released; the rest of the job goes on.
    ///
    /// @param why for people, if it goes for another reason, such as a node that is closed; empty otherwise
    record PartEnded(long job, NodeUse part, String why) implements Event {
        public PartEnded(long job, NodeUse part) {
            this(job, part, "");
        }
    }

    /// A node has failed a part of the job, as a kubelet that refuses a pod does. The share is released, and for a
    /// while the job gets no other part on that node. The node's failure score rises.
    ///
    /// @param why what has happened, for people; may be empty
    record PartLost(long job, NodeUse part, String why) implements Event {
        public PartLost(long job, NodeUse part) {
            this(job, part, "");
        }
    }

    /// A part of the job goes on with less, such as a pod that was resized. What it gave up is released.
    record PartShrunk(long job, NodeUse less) implements Event {}

    /// The job is to get more parts: to replace ended ones, or to grow. It gets as many as there is room for, and the
    /// others as soon as there is, ahead of the jobs that wait. Replaces what it wanted of such parts before.
    ///
    /// @param part the request of each; empty for those of which the job says it has
    record PartsWanted(long job, int parts, Optional<Jobspec> part) implements Event {
        public PartsWanted(long job, int parts) {
            this(job, parts, Optional.empty());
        }
    }

    /// The job could use more parts than it needs. It gets them where they delay no job that waits: not ahead of
    /// the line, and beside reservations. Replaces what it could use before. Not recorded: after a restart the
    /// driver says it again.
    record GrowthWanted(long job, int parts) implements Event {}

    /// The job is to give up parts.
    record PartsUnwanted(long job, int parts) implements Event {}

    /// The job still runs at its expected end.
    record JobOverran(long job) implements Event {}

    /// A reason has appeared for which the node takes no new jobs. The driver reports the end of each job on it
    /// separately.
    record NodeClosed(String path, ClosedReason reason) implements Event {}

    /// A reason is gone. The node takes jobs when none is left.
    record NodeOpened(String path, ClosedReason reason) implements Event {}

    /// The machine has grown.
    ///
    /// @param part a graph that contains the new vertices, matched by path and rank; not changed afterwards
    record NodeAdded(ResourceGraph part) implements Event {}

    /// The vertex is gone. What is held there is kept until it returns: the driver reports the end of each job on it
    /// separately.
    record NodeRemoved(String path) implements Event {}

    /// The vertex has another path, as when a node moves to another rack. What is held there moves along.
    ///
    /// @param part a graph that contains the vertex at its new path; not changed afterwards
    record NodeMoved(String from, String to, ResourceGraph part) implements Event {}

    /// The vertex's size has changed, perhaps to less than what is held.
    record NodeResized(String path, long size) implements Event {}

    /// The node has other labels. Not recorded: after a restart the driver reports them again.
    ///
    /// @param labels all labels that it has now
    record NodeRelabelled(String path, Map<String, String> labels) implements Event {
        public NodeRelabelled {
            labels = Map.copyOf(labels);
        }
    }

    /// The node has other taints. Not recorded: after a restart the driver reports them again.
    ///
    /// @param taints all taints that it has now
    record NodeTainted(String path, List<Taint> taints) implements Event {
        public NodeTainted {
            taints = List.copyOf(taints);
        }
    }

    /// Another scheduler's work holds resources, or now holds others. They are entered as reported.
    record ForeignHeld(ForeignUse use) implements Event {}

    /// Another scheduler's work is gone. Nothing else frees what it held.
    record ForeignGone(String id) implements Event {}

    /// No job may run on these resources in this time: an advance reservation, or maintenance. Replaces what a window
    /// of this id had.
    record WindowCreated(String id, String name, Jobspec what, Span span) implements Event {}

    record WindowDeleted(String id) implements Event {}

    /// The time has come for which the engine asked to be called.
    record TimerFired() implements Event {}
}
