package dev.sluice.controller;

import dev.sluice.controller.VirtualLiveCluster.Planted;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Pass;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/// Defects of Fluxqueue, planted into what a scheduler sees of the server, does there, or decides by.
enum FluxqueueDefect {
    /// Waiting jobs are read newest first (1).
    NEWEST_FIRST,
    /// No job ever gets a reservation (2): whatever fits starts.
    NEVER_RESERVES,
    /// The reservation of a job that is gone is kept (3).
    KEEPS_RESERVATIONS,
    /// The end of a pod is not noticed (4, 7): nothing is freed and nothing woken.
    MISSES_ENDS,
    /// A job that comes while the scheduler is busy is forgotten (5): here every second one.
    LOSES_WAKE_UPS,
    /// A Job with the name of a pod is taken for the same job (6).
    MIXES_UP_KINDS,
    /// The places of a job are freed when its pods begin to stop (7).
    FREES_ON_DELETE,
    /// The deletion of one pod frees all places of its Job (7).
    FREES_ALL_WITH_ONE,
    /// Pods that fail free nothing (7).
    MISSES_FAILURES,
    /// What is deleted while it waits stays in the queue (7).
    KEEPS_QUEUED,
    /// The list of nodes is written as a label (9), which has 63 characters at most.
    WRITES_LABELS,
    /// All pods of a Job go to the first node (10).
    BINDS_TO_ONE_NODE,
    /// Gates are removed once; pods that are created again keep theirs (10).
    UNGATES_ONCE,
    /// Pods beyond the number of places that a Job began with are not dealt with (10).
    FORGETS_FURTHER_PODS,
    /// The clock by which the scheduler plans stands still (14).
    STOPS_THE_CLOCK,
    /// A restarted scheduler does not know what runs (15).
    FORGETS_ALLOCATIONS,
    /// Other schedulers' pods are not followed (16).
    MISSES_OTHERS,
    /// Pods of DaemonSets are not followed (16).
    MISSES_DAEMONS,
    /// Nodes are read once: those that are added, removed, closed or tainted later are not noticed (16).
    READS_NODES_ONCE,
    /// What a controller makes never hears that it cannot be placed (17).
    TELLS_OWNED_PODS_NOTHING;

    Planted planted() {
        AtomicInteger starts = new AtomicInteger();
        AtomicLong firstNanos = new AtomicLong(-1);
        LongUnaryOperator stopped = now -> {
            firstNanos.compareAndSet(-1, now);
            return firstNanos.get();
        };
        return new Planted(
                kube -> new Server(kube, starts.getAndIncrement() > 0),
                this::engine,
                this == STOPS_THE_CLOCK ? stopped : LongUnaryOperator.identity());
    }

    private EngineOptions engine(EngineOptions sound) {
        return switch (this) {
            case NEWEST_FIRST ->
                new EngineOptions(
                        sound.policy(),
                        (_, _, submittedNanos) -> -submittedNanos,
                        sound.queues(),
                        sound.cycle(),
                        sound.world());
            case NEVER_RESERVES ->
                new EngineOptions(new WhateverFits(), sound.order(), sound.queues(), sound.cycle(), sound.world());
            default -> sound;
        };
    }

    /// Starts each job that fits now.
    private static final class WhateverFits implements SchedulingPolicy {
        @Override
        public String name() {
            return "whatever-fits";
        }

        @Override
        public void run(Pass pass) {
            int job = pass.first();
            while (job != Pass.NO_JOB) {
                int next = pass.next(job);
                pass.tryStart(job, false);
                job = next;
            }
        }
    }

    /// The server as a scheduler with this defect uses it.
    private final class Server extends ForwardingKube {
        private final Map<String, Boolean> lost = new HashMap<>();
        private final Map<String, Set<String>> firstPods = new HashMap<>();
        private final Set<String> freed = new HashSet<>();
        private boolean hasWork;
        private final boolean isRestarted;
        private int ungated;

        Server(Kube kube, boolean isRestarted) {
            super(kube);
            this.isRestarted = isRestarted;
        }

        private static boolean isRunning(ResourceType type, JsonObject object) {
            return type.equals(KubeTypes.PODS)
                    ? new Pod(object).isPlaced()
                    : type.equals(KubeTypes.JOBS) && !new Job(object).isSuspended();
        }

        @Override
        public JsonObject act(
                ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
            JsonObject changed = FluxqueueDefect.this == BINDS_TO_ONE_NODE
                    ? body.with("target", body.object("target").with("name", "node-0"))
                    : body;
            return super.act(type, key, subresource, changed, options);
        }

        @Override
        public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
            boolean isDropped = FluxqueueDefect.this == TELLS_OWNED_PODS_NOTHING
                    && type.equals(KubeTypes.EVENTS)
                    && isOwnedPod(object.object("involvedObject"));
            return isDropped ? object : super.create(type, namespace, object, options);
        }

        private boolean isOwnedPod(JsonObject reference) {
            return list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                    .filter(pod -> KubeObjects.uid(pod).equals(reference.text("uid")))
                    .anyMatch(pod -> !pod.array("metadata", "ownerReferences").isEmpty());
        }

        @Override
        public JsonObject patch(
                ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
            JsonObject body = (JsonObject) patch.body();
            if (FluxqueueDefect.this == UNGATES_ONCE && body.object("spec").has("schedulingGates") && ungated++ > 0) {
                return super.get(type, key, subresource);
            }
            JsonObject metadata = body.object("metadata");
            if (FluxqueueDefect.this == WRITES_LABELS && metadata.has("annotations")) {
                JsonObject labelled = metadata.without("annotations").with("labels", metadata.object("annotations"));
                return super.patch(type, key, subresource, Patch.merge(body.with("metadata", labelled)), options);
            }
            return super.patch(type, key, subresource, patch, options);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            return new ForwardingWatch(super.watch(type, namespace, options, wake)) {
                private final Deque<WatchEvent> more = new ArrayDeque<>();

                @Override
                public Optional<WatchEvent> poll() {
                    if (!more.isEmpty()) {
                        return Optional.of(more.remove());
                    }
                    Optional<WatchEvent> next = super.poll();
                    if (FluxqueueDefect.this == FREES_ALL_WITH_ONE && type.equals(KubeTypes.PODS)) {
                        next.filter(event -> event.type() == WatchEvent.Type.DELETED)
                                .ifPresent(event -> more.addAll(freeAll(event.object())));
                    }
                    return next.map(
                            event -> event.type() == WatchEvent.Type.BOOKMARK || event.type() == WatchEvent.Type.ERROR
                                    ? event
                                    : changed(type, event));
                }
            };
        }

        private WatchEvent changed(ResourceType type, WatchEvent event) {
            JsonObject object = event.object();
            boolean isPod = type.equals(KubeTypes.PODS);
            boolean isHidden = switch (FluxqueueDefect.this) {
                case MISSES_ENDS ->
                    isOver(object)
                            || (isPod && (new Pod(object).isTerminal() || event.type() == WatchEvent.Type.DELETED));
                case LOSES_WAKE_UPS -> type.equals(KubeTypes.JOBS) && isLost(object);
                case MIXES_UP_KINDS -> type.equals(KubeTypes.JOBS) && hasPod(object);
                case FORGETS_ALLOCATIONS ->
                    isRestarted && event.type() == WatchEvent.Type.ADDED && isRunning(type, object);
                case KEEPS_RESERVATIONS -> type.equals(KubeTypes.JOBS) && isLeaving(event);
                case MISSES_OTHERS ->
                    isPod && !object.text("spec", "schedulerName").equals("sluice");
                case MISSES_DAEMONS ->
                    isPod
                            && object.array("metadata", "ownerReferences")
                                    .toString()
                                    .contains("\"DaemonSet\"");
                case READS_NODES_ONCE -> {
                    hasWork |= type.equals(KubeTypes.JOBS);
                    yield type.equals(KubeTypes.NODES) && hasWork;
                }
                case MISSES_FAILURES -> Conditions.isTrue(object, "Failed") || (isPod && new Pod(object).hasFailed());
                case KEEPS_QUEUED -> !isRunning(type, object) && isLeaving(event);
                case FORGETS_FURTHER_PODS -> isPod && isFurther(object);
                case FREES_ALL_WITH_ONE -> isPod && freed.contains(jobNameOf(object));
                default -> false;
            };
            if (FluxqueueDefect.this == FREES_ALL_WITH_ONE
                    && type.equals(KubeTypes.JOBS)
                    && freed.contains(object.text("metadata", "name"))) {
                return new WatchEvent(WatchEvent.Type.DELETED, object);
            }
            if (FluxqueueDefect.this == FREES_ON_DELETE
                    && !type.equals(KubeTypes.NODES)
                    && object.object("metadata").has("deletionTimestamp")) {
                return new WatchEvent(WatchEvent.Type.DELETED, object);
            }
            return isHidden ? new WatchEvent(WatchEvent.Type.BOOKMARK, object) : event;
        }

        private static String jobNameOf(JsonObject pod) {
            return pod.text("metadata", "labels", "job-name");
        }

        /// Tells that the other pods of a deleted pod's Job are gone too.
        private List<WatchEvent> freeAll(JsonObject deleted) {
            String job = jobNameOf(deleted);
            if (job.isEmpty() || !freed.add(job)) {
                return List.of();
            }
            return list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                    .filter(pod -> jobNameOf(pod).equals(job))
                    .map(pod -> new WatchEvent(WatchEvent.Type.DELETED, pod))
                    .toList();
        }

        /// Whether a pod came when its Job had as many as it could have at first.
        private boolean isFurther(JsonObject pod) {
            String job = jobNameOf(pod);
            Set<String> first = firstPods.computeIfAbsent(job, _ -> new HashSet<>());
            boolean isFull = !job.isEmpty() && first.size() == 1;
            return !first.contains(KubeObjects.uid(pod)) && (isFull || !first.add(KubeObjects.uid(pod)));
        }

        private static boolean isLeaving(WatchEvent event) {
            return event.type() == WatchEvent.Type.DELETED
                    || event.object().object("metadata").has("deletionTimestamp");
        }

        private boolean isLost(JsonObject job) {
            return lost.computeIfAbsent(KubeObjects.uid(job), _ -> lost.size() % 2 == 1);
        }

        private boolean hasPod(JsonObject job) {
            return list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                    .anyMatch(pod -> pod.text("metadata", "name").equals(job.text("metadata", "name")));
        }

        private static boolean isOver(JsonObject object) {
            return Conditions.isTrue(object, "Complete");
        }
    }
}
