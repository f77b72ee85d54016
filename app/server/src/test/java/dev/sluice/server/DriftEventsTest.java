package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.Drift;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Events of audits, as an API server keeps them.
class DriftEventsTest {
    private static final int CHANGES = 1000;
    private static final Drift CPU = new Drift("n1", "cpu", "1500", "0", "lab/hidden");
    private static final Drift PODS = new Drift("n1", "pods", "1", "0", "lab/hidden");
    private static final Drift LABELS = new Drift("n2", "cordoned", "true", "false", "");

    private final VirtualClock clock = new VirtualClock(1_000_000 * Clock.NANOS_PER_SECOND);
    private final Kube kube = new InProcessServer(clock, new Seeds(1), CHANGES).kube();
    private final DriftEvents events = new DriftEvents(kube, clock);

    private static AuditReport report(Drift... drifts) {
        return new AuditReport(0, 2, 2, 0, List.of(drifts), drifts.length, 0, 0);
    }

    private List<JsonObject> written() {
        return kube.list(KubeTypes.EVENTS, "default", ListOptions.ALL).items();
    }

    @Test
    void aNodeWithDriftGetsOneEventOfAnAudit() {
        events.audited(report(CPU, PODS, LABELS));

        assertThat(written())
                .extracting(event -> event.text("involvedObject", "name") + ": " + event.text("message"))
                .containsExactlyInAnyOrder(
                        "n1: the scheduler counts cpu as 0 for lab/hidden, the cluster has 1500, and 1 more",
                        "n2: the scheduler counts cordoned as false, the cluster has true");
        assertThat(written()).allSatisfy(event -> {
            assertThat(event.text("type")).isEqualTo("Warning");
            assertThat(event.text("reason")).isEqualTo(DriftEvents.REASON);
            assertThat(event.text("source", "component")).isEqualTo("sluice");
            assertThat(event.text("involvedObject", "kind")).isEqualTo("Node");
            assertThat(event.text("involvedObject", "uid")).isEqualTo(event.text("involvedObject", "name"));
        });
    }

    @Test
    void theSameDriftInTheNextAuditRaisesTheCount() {
        events.audited(report(CPU));
        clock.advanceBy(300 * Clock.NANOS_PER_SECOND);
        events.audited(report(CPU));

        assertThat(written())
                .singleElement()
                .satisfies(event -> assertThat(event.number(0, "count")).isEqualTo(2));
    }

    @Test
    void anAuditWithoutDriftWritesNone() {
        events.audited(report());

        assertThat(written()).isEmpty();
    }

    @Test
    void aBrokenSyncDoesNotFloodTheServer() {
        List<Drift> all = new ArrayList<>();
        IntStream.range(0, 2 * DriftEvents.NODES_MAX)
                .forEach(node -> all.add(new Drift("n" + node, "node", "present", "absent", "")));

        events.audited(report(all.toArray(Drift[]::new)));

        assertThat(written()).hasSize(DriftEvents.NODES_MAX);
    }

    @Test
    void aMessageStaysWithinTheServersLimit() {
        events.audited(report(new Drift("n1", "labels", "a".repeat(2000), "b".repeat(2000), ""), PODS));

        assertThat(written())
                .singleElement()
                .satisfies(
                        event -> assertThat(event.text("message")).hasSize(1024).endsWith("…, and 1 more"));
    }

    @Test
    void aServerThatRefusesEventsDoesNotStopAudits() {
        List<String> asked = new ArrayList<>();
        Kube refusing = new ForwardingKube(kube) {
            @Override
            public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
                asked.add(object.text("involvedObject", "name"));
                throw new ApiException(new ApiStatus(403, "Forbidden", "events are forbidden", null));
            }
        };

        new DriftEvents(refusing, clock).audited(report(CPU, LABELS));

        assertThat(asked).containsExactly("n1", "n2");
    }
}
