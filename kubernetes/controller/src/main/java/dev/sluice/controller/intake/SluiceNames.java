package dev.sluice.controller.intake;

import java.util.List;

/// The names that users and operators meet on objects: labels, annotations, the gate, the scheduler.
public final class SluiceNames {
    /// The `schedulerName` of pods that Sluice binds.
    public static final String SCHEDULER = "sluice";

    /// The gate of pods that another scheduler binds once Sluice has chosen their node.
    public static final String GATE = "sluice.dev/queued";

    /// Label of a namespace: all its Jobs and pods are managed if it is `true`.
    public static final String MANAGED = "sluice.dev/managed";

    /// Label of an object: its queue. An object that has it is managed.
    public static final String QUEUE = "sluice.dev/queue";

    /// Annotation: how long the job may run, such as `30m`.
    public static final String WALL_TIME = "sluice.dev/walltime";

    /// Annotation: the user who created the object.
    public static final String USER = "sluice.dev/user";

    /// Annotation: the job waits until it is removed. Its value says why.
    public static final String HOLD = "sluice.dev/hold";

    /// Annotation: the job may start with so many pods.
    public static final String MIN_AVAILABLE = "sluice.dev/min-available";

    /// Label of a pod: its group, whose pods are placed together.
    public static final String GROUP = "sluice.dev/group";

    /// Annotation of the pods of a group: how many there must be before any is placed.
    public static final String GROUP_SIZE = "sluice.dev/group-size";

    /// Annotation: what must happen before the job is eligible, such as `afterok:NAME`.
    public static final String DEPENDS_ON = "sluice.dev/depends-on";

    /// Annotation: for arrays, which do not exist yet.
    public static final String ARRAY_MAX_RUNNING = "sluice.dev/array-max-running";

    /// Annotation: keeps the Job's own `podReplacementPolicy`.
    public static final String KEEP_REPLACEMENT_POLICY = "sluice.dev/keep-pod-replacement-policy";

    /// Annotation, written: the nodes chosen, as a hostlist.
    public static final String NODES = "sluice.dev/nodes";

    /// Annotation, written: the number of the attempt that released the Job, from 1.
    public static final String ATTEMPT = "sluice.dev/attempt";

    /// Annotation, written: the attempt that was undone.
    public static final String UNDONE = "sluice.dev/undone";

    /// Annotation, written: how many attempts in a row have ended because no container started.
    public static final String START_FAILURES = "sluice.dev/start-failures";

    /// Annotation, written: the Job's deadline that we wrote, and its user's. See [Deadline].
    public static final String DEADLINE = "sluice.dev/deadline";

    /// Annotation, written: why the job cannot run as it is.
    public static final String REFUSED = "sluice.dev/refused";

    /// The annotations that tell of the attempts of one object. Those of a new object are copies of another's.
    static final List<String> OF_ATTEMPTS = List.of(ATTEMPT, NODES, START_FAILURES, UNDONE);

    private SluiceNames() {}
}
