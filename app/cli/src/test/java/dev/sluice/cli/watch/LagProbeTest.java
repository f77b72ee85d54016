package dev.sluice.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import dev.sluice.testkit.kubernetes.FaultyKube;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A pod that is marked, on a server of which the watches can be cut.
class LagProbeTest {
    private static final int CHANGES = 100;
    private static final long SECOND = Clock.NANOS_PER_SECOND;
    private static final long BEGIN = Instant.parse("2026-06-01T00:00:00Z").getEpochSecond() * SECOND;

    private final VirtualClock clock = new VirtualClock(BEGIN);
    private final Kube kube = new InProcessServer(clock, new Seeds(1), CHANGES).kube();
    private final FaultyKube faulty = FaultyKube.onDemand(kube, new Seeds(1).forActor("faults"));
    private final LagProbe lag = new LagProbe(clock);
    private final TimerQueue timers = new TimerQueue();
    private final List<Step> steps = new ArrayList<>();

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    private void createPod(String annotations) {
        kube.create(
                KubeTypes.PODS,
                "default",
                object("{'metadata':{'name':'p','annotations':{%s}},'spec':{'containers':[{'name':'c','image':'i'}]}}"
                        .formatted(annotations)),
                WriteOptions.PLAIN);
    }

    private static String mark(long secondsAgo) {
        return "'sluice.dev/written-at':'%s'".formatted(Instant.ofEpochSecond(0, BEGIN - secondsAgo * SECOND));
    }

    private void patch(String metadata) {
        kube.patch(
                KubeTypes.PODS,
                new ObjectKey("default", "p"),
                "",
                Patch.merge(object("{'metadata':%s}".formatted(metadata))),
                WriteOptions.PLAIN);
        follow();
    }

    private void start() {
        ClusterFollower follower = new ClusterFollower(
                lag.noting(faulty),
                ClusterFollower.Options.DEFAULT,
                InformerCranks.one(timers),
                timers,
                new Seeds(1),
                _ -> {},
                ClusterFollower.Wakes.NONE);
        lag.of(follower.sync());
        steps.addAll(follower.informerSteps().values());
        steps.addAll(follower.engineSteps());
        steps.add(lag);
        follow();
    }

    private void follow() {
        int done;
        do {
            done = timers.expire(clock.nowNanos(), Integer.MAX_VALUE);
            for (Step step : steps) {
                done += step.work(clock.nowNanos());
            }
        } while (done > 0);
    }

    @Test
    void aMarkThatWasThereBeforeSaysNothing() {
        createPod(mark(3600));

        start();
        patch("{'labels':{'changed':'once'}}");

        assertThat(lag.lag()).isEqualTo(LagProbe.Lag.NONE);
    }

    @Test
    void everyNewMarkIsASample() {
        createPod("");
        start();

        patch("{'annotations':{%s}}".formatted(mark(2)));
        patch("{'annotations':{%s}}".formatted(mark(1)));

        assertThat(lag.lag()).isEqualTo(new LagProbe.Lag(2, SECOND, 3 * SECOND, 2 * SECOND));
    }

    @Test
    void aChangeThatLeavesTheMarkIsNoSample() {
        createPod("");
        start();
        patch("{'annotations':{%s}}".formatted(mark(2)));

        clock.advanceBy(60 * SECOND);
        patch("{'labels':{'changed':'once'}}");

        assertThat(lag.lag()).isEqualTo(new LagProbe.Lag(1, 2 * SECOND, 2 * SECOND, 2 * SECOND));
    }

    @Test
    void aRelistIsNoSample() {
        createPod("");
        start();
        patch("{'annotations':{%s}}".formatted(mark(2)));

        faulty.expireAt(faulty.delivered());
        patch("{'labels':{'changed':'once'}}");
        clock.advanceBy(60 * SECOND);
        follow();

        assertThat(faulty.faults()).as("watches cut").isEqualTo(1);
        assertThat(lag.lag()).isEqualTo(new LagProbe.Lag(1, 2 * SECOND, 2 * SECOND, 2 * SECOND));
    }
}
