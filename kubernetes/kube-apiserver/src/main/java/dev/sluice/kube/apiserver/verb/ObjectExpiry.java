package dev.sluice.kube.apiserver.verb;

import static java.util.Comparator.comparingLong;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.runtime.time.Clock;
import java.util.PriorityQueue;

/// Removes objects whose time to live is over, such as events.
///
/// No timer runs: [#sweep] is called with every write, and with every read of such a resource.
public final class ObjectExpiry {
    private final RequestContext context;
    private final PriorityQueue<Due> dues =
            new PriorityQueue<>(comparingLong(Due::nanos).thenComparingLong(Due::sequence));
    private long sequence;

    private record Due(String resource, ObjectKey key, String version, long nanos, long sequence) {}

    public ObjectExpiry(RequestContext context) {
        this.context = context;
    }

    /// Notes the time at which a stored object is removed unless it is written again.
    public void wrote(ResourceType type, JsonObject object, long seconds) {
        dues.add(new Due(
                type.groupResource(),
                KubeObjects.key(object),
                KubeObjects.resourceVersion(object),
                context.clock().nowNanos() + seconds * Clock.NANOS_PER_SECOND,
                sequence++));
    }

    /// Removes what is due.
    public void sweep() {
        if (dues.isEmpty()) {
            return;
        }
        long now = context.clock().nowNanos();
        for (Due due = dues.peek(); due != null && due.nanos() <= now; due = dues.peek()) {
            dues.remove();
            JsonObject object = context.store().watchCache(due.resource()).get(due.key());
            // A later version has a due time of its own.
            if (object != null && KubeObjects.resourceVersion(object).equals(due.version())) {
                context.store().remove(due.resource(), due.key());
            }
        }
    }
}
