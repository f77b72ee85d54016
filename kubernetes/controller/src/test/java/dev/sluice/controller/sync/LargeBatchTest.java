package dev.sluice.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.scheduling.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// More changes than are applied at once.
class LargeBatchTest {
    private static final int PODS = 3 * ClusterSync.SLICE_MAX;

    private final List<String> told = new ArrayList<>();
    private final DeltaInbox inbox = new DeltaInbox(() -> {});
    private final ClusterSync sync =
            new ClusterSync(inbox, TopologyOptions.DEFAULT, new Work(), Set.of(Source.NODES, Source.FOREIGN_PODS));
    private int applied;

    private final class Work implements OwnWork {
        @Override
        public Optional<Place> placeOf(JsonObject pod, String node) {
            return Optional.empty();
        }

        @Override
        public void podChanged(JsonObject pod) {
            applied++;
        }

        @Override
        public void listed(Source source) {
            told.add(source + " after " + applied);
        }

        @Override
        public void act(Consumer<Event> events) {
            told.add("act after " + applied);
        }
    }

    private static JsonObject pod(int number, String node) {
        return (JsonObject) JsonText.read("""
                {"metadata": {"namespace": "d", "name": "p%1$d", "uid": "p%1$d", "resourceVersion": "%1$d"},
                 "spec": {"nodeName": "%2$s", "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]},
                 "status": {"phase": "Running"}}
                """.formatted(number, node));
    }

    private void addAll() {
        JsonObject node = (JsonObject) JsonText.read("""
                {"metadata": {"name": "n", "uid": "n", "resourceVersion": "1"}, "spec": {},
                 "status": {"allocatable": {"cpu": "4", "pods": "110"}}}
                """);
        inbox.addAll(Source.NODES, List.of(Delta.changed(Source.NODES, node)), 1);
        List<Delta> pods = new ArrayList<>();
        for (int i = 1; i <= PODS; i++) {
            pods.add(Delta.changed(Source.FOREIGN_PODS, pod(i, "n")));
        }
        inbox.addAll(Source.FOREIGN_PODS, pods, PODS);
    }

    @Test
    void theEngineHandlesOneSliceBeforeTheNext() {
        addAll();

        int ahead = 0;
        int held = 0;
        for (Optional<Event> event = sync.get(); event.isPresent(); event = sync.get()) {
            held += event.get() instanceof Event.ForeignHeld ? 1 : 0;
            ahead = Math.max(ahead, applied - held);
        }

        assertThat(held).isEqualTo(PODS);
        assertThat(ahead).isLessThanOrEqualTo(ClusterSync.SLICE_MAX);
    }

    @Test
    void nothingIsWholeOrPassedBeforeTheLastSlice() {
        addAll();

        for (Optional<Event> event = sync.get(); event.isPresent(); event = sync.get()) {
            assertThat(sync.isWhole()).isFalse();
            assertThat(sync.version(Source.NODES)).isZero();
            assertThat(sync.version(Source.FOREIGN_PODS)).isZero();
        }

        assertThat(sync.isWhole()).isTrue();
        assertThat(sync.version(Source.NODES)).isEqualTo(1);
        assertThat(sync.version(Source.FOREIGN_PODS)).isEqualTo(PODS);
        assertThat(told).startsWith("NODES after 0", "FOREIGN_PODS after " + PODS, "act after " + PODS);
    }

    @Test
    void eventsOfOtherOriginFollowTheChangesThatArrivedWithThem() {
        addAll();
        inbox.tell(new Event.JobHeld(7));
        inbox.answer(() -> told.add("answer after " + applied));

        Event last = new Event.TimerFired();
        for (Optional<Event> event = sync.get(); event.isPresent(); event = sync.get()) {
            last = event.get();
        }

        assertThat(last).isEqualTo(new Event.JobHeld(7));
        assertThat(told).contains("answer after " + PODS);
    }
}
