package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.request.HostPort;
import dev.sluice.kube.request.PodRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A pod on a node, from its admission on.
final class RunningPod {
    /// The stage of a pod's life.
    enum Stage {
        STARTING,
        RUNNING,
        /// Its containers have terminated and will be restarted.
        RESTARTING,
        OVER
    }

    static final long NEVER_NANOS = Long.MAX_VALUE;

    static final PodRequest NOTHING = new PodRequest(Map.of(), List.of());

    private final String uid;
    private final PodSize size;
    private PodRequest request;
    private final Set<HostPort> ports;
    private final long admittedNanos;
    private Stage stage = Stage.STARTING;
    private long startedNanos;

    /// When the next transition is due.
    private long nextNanos;

    private long stopNanos = NEVER_NANOS;
    private long actuateNanos = NEVER_NANOS;
    private long restarts;
    private boolean isRefused;
    private boolean awaitsGang;
    private boolean hadGang;
    private @Nullable JsonObject unconfirmed;

    RunningPod(String uid, PodSize size, PodRequest request, Set<HostPort> ports, long admittedNanos, long startNanos) {
        this.uid = uid;
        this.size = size;
        this.request = request;
        this.ports = ports;
        this.admittedNanos = admittedNanos;
        this.nextNanos = startNanos;
    }

    /// Returns the state of a rejected pod.
    static RunningPod refused(String uid, long nowNanos) {
        RunningPod life =
                new RunningPod(uid, PodSize.ofAdmitted(JsonObject.EMPTY), NOTHING, Set.of(), nowNanos, NEVER_NANOS);
        life.stage = Stage.OVER;
        life.isRefused = true;
        return life;
    }

    boolean isRefused() {
        return isRefused;
    }

    String uid() {
        return uid;
    }

    /// Returns what it takes of the node.
    PodRequest request() {
        return request;
    }

    void setRequest(PodRequest changed) {
        request = changed;
    }

    PodSize size() {
        return size;
    }

    /// Returns when its allocated size will be in effect.
    long actuateNanos() {
        return actuateNanos;
    }

    void actuateAt(long nanos) {
        actuateNanos = nanos;
    }

    Set<HostPort> ports() {
        return ports;
    }

    long admittedNanos() {
        return admittedNanos;
    }

    Stage stage() {
        return stage;
    }

    boolean hasStarted() {
        return startedNanos != 0;
    }

    long startedNanos() {
        return startedNanos;
    }

    long nextNanos() {
        return nextNanos;
    }

    long restarts() {
        return restarts;
    }

    void start(long nowNanos, long endNanos) {
        stage = Stage.RUNNING;
        startedNanos = nowNanos;
        nextNanos = endNanos;
    }

    /// Its containers run and wait for the others of the gang.
    void startAwaitingGang(long nowNanos) {
        start(nowNanos, NEVER_NANOS);
        awaitsGang = true;
    }

    boolean awaitsGang() {
        return awaitsGang && stage == Stage.RUNNING;
    }

    void gangIsComplete(long endNanos) {
        awaitsGang = false;
        hadGang = true;
        nextNanos = endNanos;
    }

    /// True once it has run in a complete gang.
    boolean hadGang() {
        return hadGang;
    }

    /// Returns the status that the server may not have got.
    @Nullable
    JsonObject unconfirmed() {
        return unconfirmed;
    }

    void setUnconfirmed(@Nullable JsonObject status) {
        unconfirmed = status;
    }

    void restart(long againNanos) {
        stage = Stage.RESTARTING;
        restarts++;
        nextNanos = againNanos;
    }

    void end() {
        stage = Stage.OVER;
        nextNanos = NEVER_NANOS;
    }

    /// Returns when it will be gone after a delete.
    long stopNanos() {
        return stopNanos;
    }

    /// True if its deletion has been requested.
    boolean isStopping() {
        return stopNanos != NEVER_NANOS;
    }

    void stopAt(long nanos) {
        stopNanos = Math.min(stopNanos, nanos);
    }
}
