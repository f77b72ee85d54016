package dev.sluice.controller.intake;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.SystemAttributes.Account;
import dev.sluice.jobspec.SystemAttributes.Launch;
import dev.sluice.jobspec.SystemAttributes.TimeLimits;
import dev.sluice.kube.Durations;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.runtime.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Turns a batch/v1 Job into a job of the queue, one gang of its pods; and a pod that no Job owns into a job of one.
public final class JobTranslation {
    /// More pods than a cluster has.
    public static final int PODS_MAX = 150_000;

    /// The time that a Job without any wall time is expected to run: as long as possible.
    private static final long UNLIMITED_NANOS = Job.WALL_NANOS_MAX;

    /// Wall times by queue, for Jobs that have none.
    private final Map<String, Long> defaultWallNanos;

    /// Creates a translation.
    ///
    /// @param defaultWallNanos by the name of the queue
    public JobTranslation(Map<String, Long> defaultWallNanos) {
        this.defaultWallNanos = Map.copyOf(defaultWallNanos);
    }

    /// Translates a Job.
    ///
    /// @param priority the value of its PriorityClass
    /// @throws NotHonoured if the Job asks for something that cannot be honoured
    public Job translate(JsonObject json, long id, long priority) {
        dev.sluice.kube.object.Job job = new dev.sluice.kube.object.Job(json);
        refuseUnknown(json);
        return translate(json, refOf(WorkloadRef.JOB, json), job.template(), gang(job), id, priority);
    }

    /// Translates a pod that no Job owns.
    ///
    /// @param priority the value of its PriorityClass
    /// @throws NotHonoured if the pod asks for something that cannot be honoured
    public Job translatePod(JsonObject pod, long id, long priority) {
        refuseUnknown(pod);
        return translate(pod, refOf(WorkloadRef.POD, pod), pod, 1, id, priority);
    }

    /// Translates a group of pods.
    ///
    /// @param size with how many of them the group may start
    /// @throws NotHonoured if the pods ask for different things, or for something that cannot be honoured
    public Job translateGroup(PodGroupName group, List<JsonObject> pods, int size, long id, long priority) {
        JsonObject first = pods.getFirst();
        PodNeeds needs = PodNeeds.of(first);
        for (JsonObject pod : pods) {
            refuseUnknown(pod);
            if (!PodNeeds.of(pod).equals(needs)) {
                throw new NotHonoured("pods (%s) and (%s) of group (%s) must ask for the same resources and nodes"
                        .formatted(
                                KubeObjects.name(first),
                                KubeObjects.name(pod),
                                group.key().name()));
            }
        }
        return translate(first, group.ref(), first, size, id, priority);
    }

    private static WorkloadRef refOf(String kind, JsonObject json) {
        return new WorkloadRef(kind, KubeObjects.key(json), KubeObjects.uid(json));
    }

    private Job translate(JsonObject json, WorkloadRef ref, JsonObject pod, int gang, long id, long priority) {
        PodNeeds needs = PodNeeds.of(pod);
        String queue = queueOf(json);
        OptionalLong wall = isRestartedAlways(pod, ref) ? OptionalLong.empty() : wallNanos(json, queue);
        SystemAttributes system = new SystemAttributes(
                        TimeLimits.ofSeconds(seconds(wall)),
                        new Account(Optional.of(queue), Optional.empty(), Optional.empty()),
                        new Launch(Optional.of(ref.key().name()), Optional.empty(), Map.of()),
                        List.of(),
                        needs.constraint(),
                        Map.of())
                .withDirectives(needs.directives());
        Attributes attributes = new Attributes(system, ref.attributes());
        Attributes ofPart = new Attributes(
                SystemAttributes.NONE.withConstraint(needs.constraint()).withDirectives(needs.directives()), Map.of());
        Jobspec part = new Jobspec(Jobspec.VERSION_1, List.of(needs.slots(1)), PodNeeds.TASKS, ofPart);
        Jobspec whole = new Jobspec(Jobspec.VERSION_1, List.of(needs.slots(gang)), PodNeeds.TASKS, attributes);
        return Job.of(id, whole, wall.orElse(UNLIMITED_NANOS))
                .ownedBy(new Owner(annotation(json, SluiceNames.USER), KubeObjects.namespace(json)))
                .withQueuePriority(new QueuePriority(queue, priority))
                .withParts(new JobParts(part, gang, 0, PODS_MAX));
    }

    /// A pod of a service has no wall time and is never stopped.
    private static boolean isRestartedAlways(JsonObject pod, WorkloadRef ref) {
        String policy = pod.text("spec", "restartPolicy");
        return !ref.isJob() && (policy.isEmpty() || policy.equals("Always"));
    }

    /// Returns the queue of an object.
    public static String queueOf(JsonObject json) {
        String queue = json.text("metadata", "labels", SluiceNames.QUEUE);
        return queue.isEmpty() ? QueuePriority.DEFAULT_QUEUE : queue;
    }

    /// Returns how many pods the Job runs at once.
    public static int pods(dev.sluice.kube.object.Job job) {
        return job.hasCompletions() ? Math.min(job.parallelism(), job.completions()) : job.parallelism();
    }

    /// Returns with how many pods the Job may start; at least 1.
    private static int gang(dev.sluice.kube.object.Job job) {
        int pods = Math.max(1, pods(job));
        if (pods > PODS_MAX) {
            throw new NotHonoured("spec.parallelism (%d) must be at most %d".formatted(pods, PODS_MAX));
        }
        String least = annotation(job.json(), SluiceNames.MIN_AVAILABLE);
        if (least.isEmpty()) {
            return pods;
        }
        try {
            int number = Integer.parseInt(least);
            if (number >= 1 && number <= pods) {
                return number;
            }
        } catch (NumberFormatException _) {
            // Refused below.
        }
        throw new NotHonoured("annotation %s (%s) must be a number from 1 to %d, the pods that run at once"
                .formatted(SluiceNames.MIN_AVAILABLE, least, pods));
    }

    private static void refuseUnknown(JsonObject json) {
        if (!annotation(json, SluiceNames.ARRAY_MAX_RUNNING).isEmpty()) {
            throw new NotHonoured("annotation %s (%s): arrays are not supported yet; remove it"
                    .formatted(SluiceNames.ARRAY_MAX_RUNNING, annotation(json, SluiceNames.ARRAY_MAX_RUNNING)));
        }
    }

    /// Returns the wall time: the annotation, else the Job's deadline, else the queue's default; empty if there is
    /// none.
    private OptionalLong wallNanos(JsonObject json, String queue) {
        String text = annotation(json, SluiceNames.WALL_TIME);
        if (!text.isEmpty()) {
            OptionalLong nanos = Durations.parse(text);
            if (nanos.isEmpty() || nanos.getAsLong() < 1 || nanos.getAsLong() > Job.WALL_NANOS_MAX) {
                throw new NotHonoured("annotation %s (%s) must be a positive duration such as 30m or 1h30m"
                        .formatted(SluiceNames.WALL_TIME, text));
            }
            return nanos;
        }
        long deadline = json.number(0, "spec", "activeDeadlineSeconds");
        if (deadline > 0) {
            return OptionalLong.of(
                    Math.min(deadline, Job.WALL_NANOS_MAX / Clock.NANOS_PER_SECOND) * Clock.NANOS_PER_SECOND);
        }
        Long otherwise = defaultWallNanos.get(queue);
        return otherwise == null ? OptionalLong.empty() : OptionalLong.of(otherwise);
    }

    private static double seconds(OptionalLong nanos) {
        return nanos.isEmpty() ? 0 : nanos.getAsLong() / (double) Clock.NANOS_PER_SECOND;
    }

    private static String annotation(JsonObject json, String name) {
        return json.text("metadata", "annotations", name);
    }
}
