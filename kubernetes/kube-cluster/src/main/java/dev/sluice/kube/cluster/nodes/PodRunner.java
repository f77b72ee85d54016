package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.nodes.PodStatuses.Exit;
import dev.sluice.kube.cluster.work.PodUpdates;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.request.HostPort;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import java.util.Map;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Plays the lives of the pods of a fleet.
///
/// ```
///   given to a node ── refused: Failed
///        └── taken ── start delay ── Running ── gang complete ── run-for ── Succeeded | Failed
///                                       │                          └── restartPolicy: again, later and later
///                                       └── deleted: stop-after or grace, whichever is sooner, then gone
/// ```
final class PodRunner {
    /// The network of pod addresses.
    private static final int POD_NETWORK = 100;

    private final PodUpdates control;
    private final Informer pods;
    private final Informer nodeObjects;
    private final Map<String, SimulatedNode> nodes;
    private final FleetSettings settings;
    private final RandomGenerator random;
    private final WorkQueue<ObjectKey> queue;
    private final KubeletEvents news;
    private final PodResizer resizer;
    private final StatusWrites statuses;
    private final Gangs gangs;
    private final PodStarts starts;
    private int addresses;

    PodRunner(
            PodUpdates control,
            Informer pods,
            Informer nodeObjects,
            Map<String, SimulatedNode> nodes,
            FleetSettings settings,
            RandomGenerator random,
            WorkQueue<ObjectKey> queue,
            KubeletEvents news,
            PodStarts starts) {
        this.control = control;
        this.pods = pods;
        this.nodeObjects = nodeObjects;
        this.nodes = nodes;
        this.settings = settings;
        this.random = random;
        this.queue = queue;
        this.news = news;
        this.statuses = new StatusWrites(control);
        this.resizer = new PodResizer(statuses, queue);
        this.gangs = new Gangs(pods);
        this.starts = starts;
    }

    /// The pod is deleted; frees its resources on the node.
    void forget(JsonObject pod) {
        SimulatedNode node = nodes.get(new Pod(pod).nodeName());
        RunningPod life = node == null ? null : node.life(KubeObjects.key(pod));
        if (node != null && life != null && life.uid().equals(KubeObjects.uid(pod))) {
            release(node, KubeObjects.key(pod));
        }
    }

    /// Forgets a pod, and what it has taken of the node; others may grow now.
    private void release(SimulatedNode node, ObjectKey key) {
        node.release(key);
        resizer.retryDeferred(node);
    }

    /// The node has other allocatable resources than before.
    void retryDeferred(SimulatedNode node) {
        resizer.retryDeferred(node);
    }

    void play(ObjectKey key, long nowNanos) {
        JsonObject pod = pods.cache().get(key);
        SimulatedNode node = pod == null ? null : nodes.get(new Pod(pod).nodeName());
        if (pod == null || node == null || node.isDown()) {
            return;
        }
        RunningPod life = node.life(key);
        if (life != null && !life.uid().equals(KubeObjects.uid(pod))) {
            release(node, key);
            life = null;
        }
        if (new Pod(pod).isTerminal()) {
            release(node, key);
            if (KubeObjects.isTerminating(pod)) {
                control.delete(pod, OptionalLong.of(0));
            }
            return;
        }
        if (life != null) {
            statuses.repeat(pod, life);
        } else {
            life = take(node, key, pod, nowNanos);
        }
        if (life != null && life.stage() != RunningPod.Stage.OVER) {
            move(node, pod, life, nowNanos);
        }
    }

    private @Nullable RunningPod take(SimulatedNode node, ObjectKey key, JsonObject pod, long nowNanos) {
        boolean isRunning = new Pod(pod).phase().equals(Pod.RUNNING);
        JsonObject object = nodeObjects.cache().get(ObjectKey.of(node.name()));
        KubeletAdmission.Refusal refusal =
                isRunning || object == null ? null : KubeletAdmission.refusal(object, node, pod);
        if (refusal != null) {
            RunningPod none = RunningPod.refused(KubeObjects.uid(pod), nowNanos);
            node.refuse(key, none);
            news.refused(pod, refusal);
            statuses.write(
                    pod,
                    none,
                    new PodStatuses(pod, none, node.ip(), nowNanos).refused(refusal.reason(), refusal.message()));
            return null;
        }
        long started = Times.parse(pod.text("status", "startTime"), nowNanos);
        long delay = isRunning ? 0 : settings.start().draw(random);
        PodSize size = isRunning ? PodSize.ofRunning(pod) : PodSize.ofAdmitted(pod);
        RunningPod life = new RunningPod(
                KubeObjects.uid(pod),
                size,
                size.request(pod),
                HostPort.of(pod),
                isRunning ? started : nowNanos,
                nowNanos + delay);
        if (!size.isActuated()) {
            life.actuateAt(nowNanos + PodResizer.ACTUATION_NANOS);
        }
        if (isRunning) {
            // It was started before this process, and continues from there.
            start(life, behaviour(pod), started);
        }
        node.take(key, life);
        return life;
    }

    private void move(SimulatedNode node, JsonObject pod, RunningPod life, long nowNanos) {
        ObjectKey key = KubeObjects.key(pod);
        if (KubeObjects.isTerminating(pod)
                && pod.object("metadata", "annotations").has(StaticPods.MIRROR)) {
            // Deleting the mirror does not stop the static pod.
            control.delete(pod, OptionalLong.of(0));
            return;
        }
        if (KubeObjects.isTerminating(pod)) {
            long due = Times.parse(pod.text("metadata", "deletionTimestamp"), nowNanos);
            if (!life.isStopping() && life.stage() == RunningPod.Stage.RUNNING) {
                news.stopping(pod);
            }
            life.stopAt(Math.min(due, nowNanos + behaviour(pod).stopNanos()));
            if (life.stopNanos() <= nowNanos) {
                finish(node, pod, life, PodBehaviour.killed(), nowNanos);
                control.delete(pod, OptionalLong.of(0));
            } else {
                queue.addAt(key, life.stopNanos());
            }
            return;
        }
        long deadline = deadlineNanos(pod, life);
        if (deadline <= nowNanos) {
            exceed(node, pod, life, nowNanos);
            return;
        }
        if (life.awaitsGang()) {
            lookAtGang(pod, life, nowNanos);
        }
        if (life.nextNanos() <= nowNanos) {
            next(node, pod, life, nowNanos);
        }
        JsonObject object = nodeObjects.cache().get(ObjectKey.of(node.name()));
        if (life.stage() == RunningPod.Stage.RUNNING && object != null) {
            resizer.look(object, node, pod, life, nowNanos);
        }
        long soonest = Math.min(Math.min(life.nextNanos(), life.actuateNanos()), deadline);
        if (soonest != RunningPod.NEVER_NANOS && life.stage() != RunningPod.Stage.OVER) {
            queue.addAt(key, soonest);
        }
    }

    private void next(SimulatedNode node, JsonObject pod, RunningPod life, long nowNanos) {
        PodBehaviour script = behaviour(pod);
        switch (life.stage()) {
            case STARTING, RESTARTING -> {
                String known = pod.text("status", "podIP");
                if (life.stage() == RunningPod.Stage.STARTING) {
                    starts.started(pod);
                }
                start(life, script, nowNanos);
                String ip = known.isEmpty() ? NodeObjects.ip(POD_NETWORK, addresses++) : known;
                news.started(pod);
                statuses.write(pod, life, new PodStatuses(pod, life, node.ip(), nowNanos).running(ip));
            }
            case RUNNING -> {
                Exit exit = script.exit();
                if (script.isRestarted(exit)) {
                    long delay = PodBehaviour.restartDelay(life.restarts());
                    PodStatuses shown = new PodStatuses(pod, life, node.ip(), nowNanos);
                    life.restart(nowNanos + delay);
                    if (delay > 0) {
                        news.waiting(pod);
                        statuses.write(pod, life, shown.waiting(exit, delay));
                    }
                } else {
                    finish(node, pod, life, exit, nowNanos);
                }
            }
            case OVER -> {}
        }
    }

    private void finish(SimulatedNode node, JsonObject pod, RunningPod life, Exit exit, long nowNanos) {
        JsonObject status = new PodStatuses(pod, life, node.ip(), nowNanos).over(exit);
        life.end();
        node.free(life);
        statuses.write(pod, life, status);
    }

    private static void start(RunningPod life, PodBehaviour script, long nowNanos) {
        if (script.gangSize() > 0 && !life.hadGang()) {
            life.startAwaitingGang(nowNanos);
        } else {
            life.start(nowNanos, script.endNanos(nowNanos));
        }
    }

    /// A pod of a complete gang runs as long as its annotation says from now on; the others of its gang have a look
    /// too.
    private void lookAtGang(JsonObject pod, RunningPod life, long nowNanos) {
        PodBehaviour script = behaviour(pod);
        if (gangs.isComplete(pod, script.gangSize())) {
            life.gangIsComplete(script.endNanos(nowNanos));
            gangs.members(pod).forEach(member -> queue.add(KubeObjects.key(member)));
        }
    }

    private PodBehaviour behaviour(JsonObject pod) {
        return new PodBehaviour(pod, settings.runForNanos());
    }

    private static long deadlineNanos(JsonObject pod, RunningPod life) {
        long seconds = pod.number(-1, "spec", "activeDeadlineSeconds");
        return seconds < 0 ? RunningPod.NEVER_NANOS : life.admittedNanos() + seconds * Clock.NANOS_PER_SECOND;
    }

    private void exceed(SimulatedNode node, JsonObject pod, RunningPod life, long nowNanos) {
        JsonObject status = new PodStatuses(pod, life, node.ip(), nowNanos)
                .over(PodBehaviour.killed())
                .with("reason", PodStatuses.OVERDUE)
                .with("message", PodStatuses.OVERDUE_MESSAGE);
        life.end();
        node.free(life);
        news.overdue(pod);
        statuses.write(pod, life, status);
    }
}
