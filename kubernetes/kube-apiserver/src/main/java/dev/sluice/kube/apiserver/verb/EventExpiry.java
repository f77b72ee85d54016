package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;

/// Events go an hour after they were written last, as those of a real server do.
///
/// Nobody waits for that hour: whoever writes anything, or asks for events, has those removed first whose time
/// is over.
final class EventExpiry {
    static final String RESOURCE = "events";
    private static final long KEPT_NANOS = 3600 * Clock.NANOS_PER_SECOND;

    private final RequestContext context;
    private final Deque<Due> dues = new ArrayDeque<>();

    private record Due(ObjectKey key, String version, long nanos) {}

    EventExpiry(RequestContext context) {
        this.context = context;
    }

    /// It has its hour from now on.
    void wrote(JsonObject event) {
        dues.add(new Due(
                KubeObjects.key(event),
                KubeObjects.resourceVersion(event),
                context.clock().nowNanos() + KEPT_NANOS));
    }

    void sweep() {
        if (dues.isEmpty()) {
            return;
        }
        long now = context.clock().nowNanos();
        for (Due due = dues.peek(); due != null && due.nanos() <= now; due = dues.peek()) {
            dues.remove();
            JsonObject event = context.store().watchCache(RESOURCE).get(due.key());
            // Another version has an hour of its own.
            if (event != null && KubeObjects.resourceVersion(event).equals(due.version())) {
                context.store().remove(RESOURCE, due.key());
            }
        }
    }
}
