package dev.sluice.controller.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.DeltaInbox.Batch;
import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.informer.InformerTarget;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import dev.sluice.testkit.kubernetes.FaultyKube;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The engine gets a list whole or not at all, whenever it looks.
class WholeListsTest {
    private static final int NODES = 5;

    private final VirtualClock clock = new VirtualClock(1_800_000_000L * Clock.NANOS_PER_SECOND);
    private final TimerQueue timers = new TimerQueue();
    private final Kube kube = new InProcessServer(clock, new Seeds(1), 100).kube();
    private final FaultyKube faulty = FaultyKube.onDemand(kube, new Seeds(1).forActor("faults"));
    private final DeltaInbox inbox = new DeltaInbox(() -> {});
    private final Informer informer = new Informer(
            faulty,
            InformerTarget.all(KubeTypes.NODES),
            List.of(),
            timers,
            new Seeds(1).forActor("informer"),
            () -> {});
    private final InformerFeed feed = new InformerFeed(Source.NODES, informer, inbox, timers, SourceListener.NONE);
    private final VirtualCrank crank = new VirtualCrank(clock, timers, List.of(feed), new FailRunOnFault());

    /// What the engine gets if it looks after each single change.
    private final List<Batch> early = new ArrayList<>();

    /// Looks into the inbox while a list is compared with the cache.
    private final class Looks implements InformerHandler {
        @Override
        public void onAdd(JsonObject object) {
            early.add(inbox.take());
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject object) {
            early.add(inbox.take());
        }

        @Override
        public void onDelete(JsonObject last) {
            early.add(inbox.take());
        }
    }

    private void create(String name) {
        JsonObject node = (JsonObject) JsonText.read("{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
        kube.create(KubeTypes.NODES, "", node.withAt(Json.of(name), "metadata", "labels", "n"), WriteOptions.PLAIN);
    }

    @Test
    void deletionsAndAdditionsOfANewListArriveTogether() {
        for (int i = 0; i < NODES; i++) {
            create("before-" + i);
        }
        crank.runUntil(clock.nowNanos() + Clock.NANOS_PER_SECOND);
        assertThat(inbox.take().deltas()).hasSize(NODES);
        informer.addHandler(new Looks());
        early.clear();
        faulty.expireAt(faulty.delivered());
        for (int i = 0; i < NODES; i++) {
            kube.delete(KubeTypes.NODES, new ObjectKey("", "before-" + i), DeleteOptions.PLAIN);
            create("after-" + i);
        }

        crank.runUntil(clock.nowNanos() + 60 * Clock.NANOS_PER_SECOND);

        assertThat(informer.relists()).isOne();
        assertThat(early)
                .as("looks, each of which finds nothing")
                .hasSize(2 * NODES)
                .allMatch(batch -> batch.deltas().isEmpty());
        List<Delta> deltas = inbox.take().deltas();
        assertThat(deltas).hasSize(2 * NODES);
        assertThat(deltas.stream().filter(Delta::isMissed).map(delta -> KubeObjects.name(delta.object())))
                .containsExactly("before-0", "before-1", "before-2", "before-3", "before-4");
    }
}
