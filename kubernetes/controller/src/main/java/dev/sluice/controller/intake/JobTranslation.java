package dev.sluice.controller.intake;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.SystemAttributes.Account;
import dev.sluice.jobspec.SystemAttributes.Launch;
import dev.sluice.jobspec.SystemAttributes.TimeLimits;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.kube.Durations;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/// Turns a batch/v1 Job into a job of the queue, one gang of its pods; and a pod that no Job owns into a job of one.
public final class JobTranslation {
    /// More pods than a cluster has.
    public static final int PODS_MAX = 150_000;

    /// A launcher, workers, servers and the like. Each is matched by itself.
    private static final int SHAPES_MAX = 8;

    /// How Flux writes that there is no wall time.
    private static final Set<String> INFINITE = Set.of("inf", "infinity");

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
        refuseGroup(json, json);
        refuseGroup(json.object("spec", "template"), json);
        return translate(json, refOf(WorkloadRef.JOB, json), job.template(), gang(job), id, priority);
    }

    /// Translates a pod that no Job owns.
    ///
    /// @param priority the value of its PriorityClass
    /// @throws NotHonoured if the pod asks for something that cannot be honoured
    public Job translatePod(JsonObject pod, long id, long priority) {
        refuseUnknown(pod);
        refuseSmallerGang(pod);
        return translate(pod, refOf(WorkloadRef.POD, pod), pod, 1, id, priority);
    }

    /// Translates a group of pods, which may ask for different amounts of resources.
    ///
    /// @param size with how many of them the group may start, if they are alike; otherwise it starts with all
    /// @throws NotHonoured if the pods may run on different nodes, or ask for something that cannot be honoured
    public Job translateGroup(PodGroupName group, List<JsonObject> pods, int size, long id, long priority) {
        JsonObject first =
                pods.stream().filter(JobTranslation::isWhole).findFirst().orElse(pods.getFirst());
        PodNeeds needs = PodNeeds.of(first);
        Map<SortedMap<String, Long>, Integer> counts = new LinkedHashMap<>();
        for (JsonObject pod : pods) {
            refuseUnknown(pod);
            refuseSmallerGang(pod);
            PodNeeds others = PodNeeds.of(pod);
            counts.merge(others.amounts(), 1, Integer::sum);
            if (isWhole(pod) && !others.isForSameNodes(needs)) {
                throw new NotHonoured(
                        ("pods (%s) and (%s) of group (%s) must have the same node selector, node affinity,"
                                        + " tolerations and host ports")
                                .formatted(
                                        KubeObjects.name(first),
                                        KubeObjects.name(pod),
                                        group.key().name()));
            }
        }
        if (counts.size() > SHAPES_MAX) {
            throw new NotHonoured(
                    "pods of group (%s) ask for (%d) different amounts of resources; at most %d may differ"
                            .formatted(group.key().name(), counts.size(), SHAPES_MAX));
        }
        if (counts.size() == 1) {
            counts.replaceAll((_, _) -> size);
        }
        return translate(first, group.ref(), first, counts, id, priority);
    }

    /// Returns how many pods of its group must be there before any is placed, by the annotation of one of them.
    ///
    /// @throws NotHonoured if it is no such number
    public static int groupSizeOf(JsonObject pod) {
        String text = annotation(pod, SluiceNames.GROUP_SIZE);
        try {
            int size = Integer.parseInt(text);
            if (size >= 1 && size <= PODS_MAX) {
                return size;
            }
        } catch (NumberFormatException _) {
            // Refused below.
        }
        throw badGroupSize(text);
    }

    /// Returns why the size of a group, as one of its pods says it, is refused.
    public static NotHonoured badGroupSize(String text) {
        return new NotHonoured("annotation %s (%s) must be a number from 1 to %d, the same for all pods of the group"
                .formatted(SluiceNames.GROUP_SIZE, text, PODS_MAX));
    }

    /// Informers do not keep what decides where a pod of the default scheduler may run, once it is pinned.
    private static boolean isWhole(JsonObject pod) {
        JsonObject spec = pod.object("spec");
        return Gates.isGated(spec) || spec.text("schedulerName").equals(SluiceNames.SCHEDULER);
    }

    /// Returns what a pod holds of its node, by type.
    ///
    /// @throws NotHonoured if an amount is negative or malformed
    public static SortedMap<String, Long> amountsOf(JsonObject pod) {
        return PodNeeds.of(pod).amounts();
    }

    /// Returns the request of one pod.
    public static Jobspec partOf(JsonObject pod) {
        return PodNeeds.of(pod).part();
    }

    private static WorkloadRef refOf(String kind, JsonObject json) {
        return new WorkloadRef(kind, KubeObjects.key(json), KubeObjects.uid(json));
    }

    private Job translate(JsonObject json, WorkloadRef ref, JsonObject pod, int gang, long id, long priority) {
        return translate(json, ref, pod, Map.of(PodNeeds.of(pod).amounts(), gang), id, priority);
    }

    /// @param counts how many pods hold which amounts
    private Job translate(
            JsonObject json,
            WorkloadRef ref,
            JsonObject pod,
            Map<SortedMap<String, Long>, Integer> counts,
            long id,
            long priority) {
        PodNeeds needs = PodNeeds.of(pod);
        String queue = queueOf(json);
        boolean isEndless = isRestartedAlways(pod, ref);
        OptionalLong wall = isEndless ? OptionalLong.empty() : wallNanos(json, queue);
        SystemAttributes system = new SystemAttributes(
                        TimeLimits.ofSeconds(seconds(wall)),
                        new Account(Optional.of(queue), Optional.empty(), Optional.empty()),
                        new Launch(Optional.of(ref.key().name()), Optional.empty(), Map.of()),
                        List.of(),
                        needs.constraint(),
                        Map.of())
                .withDirectives(needs.directives());
        Attributes attributes = new Attributes(system, ref.attributes());
        List<ResourceRequest> slots = new ArrayList<>();
        List<Task> tasks = new ArrayList<>();
        counts.forEach((amounts, count) -> {
            String label = slots.isEmpty() ? PodNeeds.SLOT : PodNeeds.SLOT + slots.size();
            slots.add(PodNeeds.slots(amounts, count, label));
            tasks.add(PodNeeds.task(label));
        });
        Jobspec whole = new Jobspec(Jobspec.VERSION_1, slots, tasks, attributes);
        int gang = counts.values().stream().mapToInt(Integer::intValue).sum();
        return Job.of(id, whole, wall.orElse(isEndless ? Job.WALL_NANOS_MAX : Job.WALL_NANOS_UNKNOWN))
                .ownedBy(new Owner(annotation(json, SluiceNames.USER), KubeObjects.namespace(json)))
                .withQueuePriority(new QueuePriority(queue, priority))
                .withParts(new JobParts(needs.part(), gang, 0, PODS_MAX));
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

    /// Returns how many pods the Job runs at once, while none has succeeded.
    public static int pods(dev.sluice.kube.object.Job job) {
        return job.hasCompletions() ? Math.min(job.parallelism(), job.completions()) : job.parallelism();
    }

    /// Returns how many pods the Job still needs at once: one that is resumed may have completed a part.
    ///
    /// @param succeeded how many pods have succeeded
    public static int podsLeft(dev.sluice.kube.object.Job job, long succeeded) {
        if (job.hasCompletions()) {
            return Math.clamp(job.completions() - succeeded - failedIndexes(job), 0, job.parallelism());
        }
        // Of a work queue no pod is created once one has succeeded.
        return succeeded > 0 ? 0 : job.parallelism();
    }

    /// Indexes that have failed for good get no more pods.
    private static long failedIndexes(dev.sluice.kube.object.Job job) {
        String text = job.json().text("status", "failedIndexes");
        return text.isEmpty() ? 0 : Idset.parse(text).size();
    }

    /// Returns with how many pods the Job may start; at least 1.
    private static int gang(dev.sluice.kube.object.Job job) {
        if (job.parallelism() == 0) {
            throw new NotHonoured("spec.parallelism (0): the Job waits until it is at least 1");
        }
        int pods = Math.max(1, pods(job));
        if (pods > PODS_MAX) {
            throw new NotHonoured("spec.parallelism (%d) must be at most %d".formatted(pods, PODS_MAX));
        }
        int left = Math.max(1, podsLeft(job, job.json().number(0, "status", "succeeded")));
        String least = annotation(job.json(), SluiceNames.MIN_AVAILABLE);
        if (least.isEmpty()) {
            return left;
        }
        try {
            int number = Integer.parseInt(least);
            if (number >= 1 && number <= pods) {
                return Math.min(number, left);
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

    /// The pods of a Job may have the Job's annotations.
    private static void refuseSmallerGang(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        boolean isOfJob = owner != null && owner.text("kind").equals(WorkloadRef.JOB);
        String least = annotation(pod, SluiceNames.MIN_AVAILABLE);
        if (!least.isEmpty() && !isOfJob) {
            throw new NotHonoured(
                    "annotation %s (%s) is for Jobs; a group starts with as many pods as annotation %s says"
                            .formatted(SluiceNames.MIN_AVAILABLE, least, SluiceNames.GROUP_SIZE));
        }
    }

    /// A Job is a group of its own.
    ///
    /// @param object the Job or its template
    private static void refuseGroup(JsonObject object, JsonObject job) {
        String group = object.text("metadata", "labels", SluiceNames.GROUP);
        String size = annotation(object, SluiceNames.GROUP_SIZE);
        if (!group.isEmpty() || !size.isEmpty()) {
            String what = group.isEmpty()
                    ? "annotation " + SluiceNames.GROUP_SIZE + " (" + size + ")"
                    : "label " + SluiceNames.GROUP + " (" + group + ")";
            throw new NotHonoured("%s is for pods without a Job: the pods of Job %s are a group of their own; remove it"
                    .formatted(what, KubeObjects.name(job)));
        }
    }

    /// Returns a Job's wall time; empty if it has none.
    ///
    /// @throws NotHonoured if its annotation is no duration
    public OptionalLong wallNanos(JsonObject job) {
        return wallNanos(job, queueOf(job));
    }

    /// Returns the wall time: the annotation, else the Job's deadline, else the queue's default; empty if there is
    /// none.
    private OptionalLong wallNanos(JsonObject json, String queue) {
        String text = annotation(json, SluiceNames.WALL_TIME);
        if (INFINITE.contains(text.toLowerCase(Locale.ROOT))) {
            return OptionalLong.empty();
        }
        if (!text.isEmpty()) {
            OptionalLong nanos = Durations.parse(text);
            if (nanos.isEmpty() || nanos.getAsLong() < 1 || nanos.getAsLong() >= Job.WALL_NANOS_UNKNOWN) {
                throw new NotHonoured("annotation %s (%s) must be a positive duration such as 30m or 1h30m, or inf"
                        .formatted(SluiceNames.WALL_TIME, text));
            }
            return nanos;
        }
        long deadline = Deadline.ofUser(json).orElse(0);
        if (deadline > 0) {
            return OptionalLong.of(
                    Math.min(deadline, Job.WALL_NANOS_UNKNOWN / Clock.NANOS_PER_SECOND) * Clock.NANOS_PER_SECOND);
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
