package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.cluster.work.ControllerRefs;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.OwnWrites;
import dev.sluice.kube.work.WorkQueue;
import java.util.List;

/// Rolls out Deployments by scaling ReplicaSets up and down.
///
/// One reconciliation does the first of these that is needed: create the new set, scale it up, scale the old sets down,
/// clean up. The resulting changes of the sets cause the next reconciliation.
public final class DeploymentController {
    private final Kube kube;
    private final Informer deployments;
    private final Informer sets;
    private final Informer pods;
    private final WorkQueue<ObjectKey> queue;
    private final OwnWrites<ObjectKey> setWrites;
    private final OwnWrites<ObjectKey> deploymentWrites;
    private final ControllerRefs claims;
    private final EventSource events;

    public DeploymentController(ControllerContext context) {
        this.kube = context.kube();
        this.deployments = context.informer(KubeTypes.DEPLOYMENTS);
        this.sets = context.informer(KubeTypes.REPLICA_SETS);
        this.pods = context.informer(KubeTypes.PODS);
        this.queue = new WorkQueue<>(context.timers());
        this.setWrites = new OwnWrites<>(sets);
        this.deploymentWrites = new OwnWrites<>(deployments);
        deployments.addHandler(InformerHandler.onAnyChange(deployment -> queue.add(KubeObjects.key(deployment))));
        this.events = context.events().source("deployment-controller");
        this.claims = new ControllerRefs(context, KubeTypes.DEPLOYMENTS, KubeTypes.REPLICA_SETS);
        sets.addHandler(claims.handler(queue::add));
        pods.addHandler(InformerHandler.onAnyChange(this::enqueueWhenLastPodsGo));
        context.drive(new ControllerLoop<>(
                "deployment controller", queue, List.of(deployments, sets, pods), this::reconcile));
    }

    private void look(JsonObject set) {
        JsonObject owner = Owners.controller(set);
        if (owner != null && owner.text("kind").equals("Deployment")) {
            queue.add(new ObjectKey(KubeObjects.namespace(set), owner.text("name")));
        }
    }

    /// With the Recreate strategy the new set waits until the old pods are gone, not only terminating.
    private void enqueueWhenLastPodsGo(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        if (owner != null && owner.text("kind").equals("ReplicaSet") && KubeObjects.isTerminating(pod)) {
            JsonObject set = sets.cache().get(new ObjectKey(KubeObjects.namespace(pod), owner.text("name")));
            if (set != null) {
                look(set);
            }
        }
    }

    private void reconcile(ObjectKey key, long nowNanos) {
        JsonObject deployment = deployments.cache().get(key);
        if (deployment == null) {
            setWrites.forget(key);
            deploymentWrites.forget(key);
            return;
        }
        if (!setWrites.areSeen(key) || !deploymentWrites.areSeen(key)) {
            queue.addAt(key, nowNanos + OwnWrites.LOOK_AGAIN_NANOS);
            return;
        }
        List<JsonObject> ours = claims.of(deployment, _ -> true, set -> setWrites.wrote(key, set));
        Rollout rollout = Rollout.of(deployment, ours);
        ReplicaSets control = new ReplicaSets(kube, key, setWrites, deploymentWrites, events);
        boolean isTerminating = KubeObjects.isTerminating(deployment);
        boolean reportsProgress = !isTerminating && !deployment.isTrue("spec", "paused");
        if (!isTerminating) {
            if (writePause(key, rollout, nowNanos)) {
                return;
            }
            rollout = deployment.isTrue("spec", "paused")
                    ? control.scaleEvenly(rollout)
                    : roll(rollout, control, nowNanos);
        }
        DeploymentStatus status = new DeploymentStatus(rollout, nowNanos);
        JsonObject next = status.next(reportsProgress && !control.hasScaledOnly());
        if (!next.equals(rollout.deployment().object("status"))) {
            deploymentWrites.wrote(
                    key,
                    kube.update(
                            KubeTypes.DEPLOYMENTS,
                            key,
                            "status",
                            rollout.deployment().with("status", next),
                            WriteOptions.PLAIN));
        } else if (status.overdueNanos() != Long.MAX_VALUE && status.overdueNanos() > nowNanos) {
            queue.addAt(key, status.overdueNanos());
        }
    }

    /// @return true if the Deployment has just been paused or resumed, and its condition was written
    private boolean writePause(ObjectKey key, Rollout rollout, long nowNanos) {
        JsonObject deployment = rollout.deployment();
        JsonObject known = Conditions.find(deployment.array("status", "conditions"), "Progressing");
        boolean isTold = known != null && known.text("reason").equals("DeploymentPaused");
        boolean isPaused = deployment.isTrue("spec", "paused");
        boolean isTimedOut = known != null && known.text("reason").equals("ProgressDeadlineExceeded");
        if (isTold == isPaused || isTimedOut || !deployment.object("spec").has("progressDeadlineSeconds")) {
            return false;
        }
        DeploymentStatus status = new DeploymentStatus(rollout, nowNanos);
        JsonObject condition = isPaused
                ? status.condition("Progressing", Conditions.UNKNOWN, "DeploymentPaused", "Deployment is paused")
                : status.condition("Progressing", Conditions.UNKNOWN, "DeploymentResumed", "Deployment is resumed");
        JsonObject next = DeploymentStatus.with(deployment.object("status"), condition);
        deploymentWrites.wrote(
                key,
                kube.update(KubeTypes.DEPLOYMENTS, key, "status", deployment.with("status", next), WriteOptions.PLAIN));
        return true;
    }

    private Rollout roll(Rollout before, ReplicaSets control, long nowNanos) {
        Rollout rollout = control.withRevision(before, nowNanos);
        if (control.isScaling(rollout)) {
            return control.scaleEvenly(rollout);
        }
        if (rollout.isRecreate()) {
            return recreate(rollout, control, nowNanos);
        }
        Rollout made = control.withCurrent(rollout, nowNanos);
        Rollout grown = control.grow(made);
        Rollout moved = grown.equals(made) ? control.shrink(made) : grown;
        if (moved.equals(made)) {
            control.clearUp(made);
        }
        return moved;
    }

    private Rollout recreate(Rollout rollout, ReplicaSets control, long nowNanos) {
        Rollout stopped = control.stopOld(rollout);
        if (!stopped.equals(rollout) || areOldPodsThere(rollout)) {
            return stopped;
        }
        Rollout made = control.withCurrent(rollout, nowNanos);
        Rollout grown = control.grow(made);
        if (grown.equals(made)) {
            control.clearUp(made);
        }
        return grown;
    }

    private boolean areOldPodsThere(Rollout rollout) {
        for (JsonObject set : rollout.old()) {
            boolean hasPods = pods.cache().find(Index.OWNERS, KubeObjects.uid(set)).stream()
                    .anyMatch(pod -> !new Pod(pod).isTerminal());
            if (set.number(0, "status", "replicas") > 0 || hasPods) {
                return true;
            }
        }
        return false;
    }
}
