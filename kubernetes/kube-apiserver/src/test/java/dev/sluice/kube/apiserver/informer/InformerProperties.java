package dev.sluice.kube.apiserver.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerTarget;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import dev.sluice.testkit.kubernetes.FaultyKube;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class InformerProperties {
    private static final ResourceType CONFIG_MAPS = new ResourceType("", "v1", "configmaps", "ConfigMap", true);
    private static final Index COLOUR = new Index("colour", object -> List.of(object.text("data", "colour")));
    private static final int WRITES = 400;
    private static final int NAMES = 12;
    private static final long BETWEEN_WRITES_NANOS = 150_000_000L;
    private static final long LONG_AFTER_NANOS = 600 * Clock.NANOS_PER_SECOND;

    private final VirtualClock clock = new VirtualClock(1_800_000_000L * Clock.NANOS_PER_SECOND);
    private final TimerQueue timers = new TimerQueue();

    @Property(tries = 60)
    void howeverTheServerFailsTheViewBecomesTheServersAndItsStoryIsTrue(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 300) int remembered,
            @ForAll boolean isStreaming,
            @ForAll boolean refusesStreams,
            @ForAll @IntRange(min = 0, max = 30) int faultsPerHundred) {
        Seeds seeds = new Seeds(seed);
        Kube kube = server(seeds, remembered);
        FaultyKube faulty = new FaultyKube(kube, seeds.forActor("faults"), faultsPerHundred / 100.0, refusesStreams);
        Informer informer = new Informer(
                faulty,
                new InformerTarget(
                        CONFIG_MAPS, "", "", "", isStreaming ? InformerTarget.Start.STREAM : InformerTarget.Start.LIST),
                List.of(COLOUR),
                timers,
                seeds.forActor("informer"),
                () -> {});
        StrictHandler handler = new StrictHandler();
        informer.addHandler(handler);
        VirtualCrank crank = new VirtualCrank(clock, timers, List.of(informer), new FailRunOnFault());
        writeAndWrite(kube, seeds.forActor("writer"));

        crank.runUntil(clock.nowNanos() + WRITES * BETWEEN_WRITES_NANOS);
        faulty.heal();
        crank.runUntil(clock.nowNanos() + LONG_AFTER_NANOS);

        Map<ObjectKey, JsonObject> theirs = objects(kube);
        assertThat(informer.isSynced()).isTrue();
        assertThat(informer.cache().byKey()).isEqualTo(theirs);
        assertThat(handler.alive()).isEqualTo(theirs);
        for (String colour : List.of("red", "green")) {
            assertThat(informer.cache().find(COLOUR, colour))
                    .containsExactlyInAnyOrderElementsOf(theirs.values().stream()
                            .filter(object -> object.text("data", "colour").equals(colour))
                            .toList());
        }
    }

    @Property(tries = 60)
    void atWhicheverEventAWatchEndsTheViewBecomesTheServers(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = WRITES - 1) int event, @ForAll boolean isExpired) {
        Seeds seeds = new Seeds(seed);
        Kube kube = server(seeds, WRITES);
        FaultyKube faulty = FaultyKube.onDemand(kube, seeds.forActor("faults"));
        if (isExpired) {
            faulty.expireAt(event);
        } else {
            faulty.cutAt(event);
        }
        Informer informer = new Informer(
                faulty, InformerTarget.all(CONFIG_MAPS), List.of(), timers, seeds.forActor("informer"), () -> {});
        StrictHandler handler = new StrictHandler();
        informer.addHandler(handler);
        VirtualCrank crank = new VirtualCrank(clock, timers, List.of(informer), new FailRunOnFault());
        writeAndWrite(kube, seeds.forActor("writer"));

        crank.runUntil(clock.nowNanos() + WRITES * BETWEEN_WRITES_NANOS + LONG_AFTER_NANOS);

        assertThat(handler.alive()).isEqualTo(objects(kube));
        assertThat(faulty.faults()).isOne();
        assertThat(informer.relists()).isEqualTo(isExpired ? 1 : 0);
    }

    private static Map<ObjectKey, JsonObject> objects(Kube kube) {
        Map<ObjectKey, JsonObject> objects = new HashMap<>();
        kube.list(CONFIG_MAPS, "", ListOptions.ALL)
                .items()
                .forEach(object -> objects.put(KubeObjects.key(object), object));
        return objects;
    }

    @Property(tries = 5)
    void withoutFaultsItListsOnceAndHearsEverything(@ForAll long seed) {
        Seeds seeds = new Seeds(seed);
        Kube kube = server(seeds, WRITES);
        Informer informer = new Informer(
                kube, InformerTarget.all(CONFIG_MAPS), List.of(), timers, seeds.forActor("informer"), () -> {});
        StrictHandler handler = new StrictHandler();
        informer.addHandler(handler);
        VirtualCrank crank = new VirtualCrank(clock, timers, List.of(informer), new FailRunOnFault());
        writeAndWrite(kube, seeds.forActor("writer"));

        crank.runUntil(clock.nowNanos() + WRITES * BETWEEN_WRITES_NANOS);

        assertThat(informer.relists()).isZero();
        assertThat(handler.told()).isEqualTo(WRITES);
        assertThat(informer.version())
                .isEqualTo(Long.parseLong(
                        kube.list(CONFIG_MAPS, "", ListOptions.ALL).resourceVersion()));
    }

    private Kube server(Seeds seeds, int remembered) {
        return new InProcessServer(clock, seeds, remembered).kube();
    }

    private void writeAndWrite(Kube kube, RandomGenerator random) {
        for (int i = 1; i <= WRITES; i++) {
            timers.schedule(clock.nowNanos() + i * BETWEEN_WRITES_NANOS, (number, _) -> write(kube, random, number), i);
        }
    }

    /// Each changes something: makes what is missing, changes or removes what is there.
    private static void write(Kube kube, RandomGenerator random, long number) {
        ObjectKey key = new ObjectKey("default", "m" + random.nextInt(NAMES));
        boolean isThere = kube.list(CONFIG_MAPS, "", ListOptions.where("metadata.name=" + key.name()))
                        .items()
                        .size()
                == 1;
        JsonObject object = JsonObject.builder()
                .put("metadata", JsonObject.of("name", Json.of(key.name())))
                .put(
                        "data",
                        JsonObject.builder()
                                .put("number", Long.toString(number))
                                .put("colour", random.nextBoolean() ? "red" : "green")
                                .build())
                .build();
        if (!isThere) {
            kube.create(CONFIG_MAPS, "default", object, WriteOptions.PLAIN);
        } else if (random.nextInt(3) == 0) {
            kube.delete(CONFIG_MAPS, key, DeleteOptions.PLAIN);
        } else {
            kube.update(CONFIG_MAPS, key, "", object, WriteOptions.PLAIN);
        }
    }
}
