package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.runtime.time.Clock;
import java.util.LinkedHashSet;
import java.util.Set;

/// The nodes of one zone: how many are ready, and which ones wait for a NoExecute taint.
///
/// These taints are rate-limited: a whole zone that is not ready is more likely unreachable than broken.
final class Zone {
    /// The health of a zone.
    enum State {
        INITIAL,
        NORMAL,
        PARTLY_DISRUPTED,
        DISRUPTED
    }

    /// The share of nodes not ready from which a zone is partially disrupted.
    private static final double UNHEALTHY = 0.55;

    private static final int UNHEALTHY_MIN = 3;

    private final Set<String> waiting = new LinkedHashSet<>();
    private State state = State.INITIAL;
    private int well;
    private int unwell;
    private double perSecond;
    private double tokens = 1;
    private long sinceNanos;

    Zone(double perSecond, long nowNanos) {
        this.perSecond = perSecond;
        this.sinceNanos = nowNanos;
    }

    void count(boolean isWell, int more) {
        if (isWell) {
            well += more;
        } else {
            unwell += more;
        }
    }

    int size() {
        return well + unwell;
    }

    State now() {
        if (well == 0 && unwell > 0) {
            return State.DISRUPTED;
        }
        return unwell >= UNHEALTHY_MIN && (float) unwell / size() >= (float) UNHEALTHY
                ? State.PARTLY_DISRUPTED
                : State.NORMAL;
    }

    State state() {
        return state;
    }

    void setState(State next) {
        state = next;
    }

    Set<String> waiting() {
        return waiting;
    }

    void setRate(double nextPerSecond, long nowNanos) {
        refill(nowNanos);
        perSecond = nextPerSecond;
    }

    /// True if another node may be tainted now.
    boolean mayTaint(long nowNanos) {
        refill(nowNanos);
        if (perSecond == 0 || tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }

    /// Returns when the next node may be tainted.
    long nextNanos(long nowNanos) {
        if (perSecond == 0) {
            return Long.MAX_VALUE;
        }
        refill(nowNanos);
        return nowNanos + Math.max(1, (long) Math.ceil((1 - tokens) / perSecond * Clock.NANOS_PER_SECOND));
    }

    private void refill(long nowNanos) {
        tokens = Math.min(1, tokens + (nowNanos - sinceNanos) * perSecond / Clock.NANOS_PER_SECOND);
        sinceNanos = nowNanos;
    }
}
