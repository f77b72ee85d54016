package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.informer.InformerTarget;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs this project's and fabric8's informers over HTTP on a server with a small watch cache.
final class LongInformersIT {
    private static final int CHANGES_REMEMBERED = 1_024;

    /// Keeps both ends busy without falling out of the watch cache.
    private static final int LEAD = CHANGES_REMEMBERED / 2;

    private static final int EVENTS = 100_000;

    /// More than the watch cache and the connection's buffers hold together.
    private static final int BURST = 16_500;

    private static final int OBJECTS = 500;

    /// A deadline far longer than a busy machine takes to connect.
    private static final long LIMIT_SECONDS = 60;

    /// Large enough that the connection's buffers do not hold the burst.
    private static final String FILLING = "x".repeat(1_000);

    private final EmbeddedApiServer server = EmbeddedApiServer.start(
            new SystemClock(), new Seeds(3), ServerOptions.plain(0).withChangesRemembered(CHANGES_REMEMBERED));
    private final Kube kube = server.kube();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eachEventIsSeenOnce() throws IOException, InterruptedException {
        Ledger theirs = new Ledger(LEAD);
        Ledger mine = new Ledger(LEAD);
        Map<String, Long> first = create("first");
        try (KubernetesClient client = fabric8();
                var _ = client.configMaps().inNamespace("default").inform(theirs.ofFabric8());
                Running informer = ours(mine.ofOurs())) {
            theirs.await(first);
            mine.await(first);
            write(EVENTS - 1, "", List.of(theirs, mine));
            Map<String, Long> there = there();
            theirs.await(there);
            mine.await(there);
            assertThat(informer.informer().relists()).isZero();
        }
        assertThat(theirs.flaws()).isEmpty();
        assertThat(theirs.told()).isEqualTo(EVENTS);
        assertThat(mine.flaws()).isEmpty();
        assertThat(mine.told()).isEqualTo(EVENTS);
    }

    @Test
    void aDisconnectedInformerRelistsAndCatchesUp() throws IOException, InterruptedException {
        Ledger theirs = new Ledger(BURST);
        Ledger mine = new Ledger(BURST);
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        create("first");
        try (KubernetesClient client = fabric8();
                var _ = client.configMaps().inNamespace("default").inform(theirs.ofFabric8());
                Running informer = ours(slow(mine.ofOurs(), reached, written))) {
            try {
                // A client that connects only after the burst would not be disconnected.
                assertThat(reached.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
                write(BURST, FILLING, List.of());
            } finally {
                written.countDown();
            }
            Map<String, Long> there = there();
            mine.await(there);
            theirs.await(there);
            assertThat(there).hasSize(OBJECTS + 1);
            assertThat(informer.informer().relists()).isPositive();
        }
        assertThat(theirs.flaws()).isEmpty();
        assertThat(mine.flaws()).isEmpty();
    }

    /// Creates objects, updates each twice and deletes it, over and over.
    private void write(int events, String filling, List<Ledger> ledgers) throws InterruptedException {
        for (int i = 0; i < events; i++) {
            for (Ledger ledger : ledgers) {
                ledger.awaitRoom();
            }
            ObjectKey key = new ObjectKey("default", "c" + i % OBJECTS);
            JsonObject data = json("{'data':{'i':'%d','filling':'%s'}}".formatted(i, filling));
            switch (i / OBJECTS % 4) {
                case 0 ->
                    kube.create(
                            KubeTypes.CONFIG_MAPS,
                            "default",
                            data.with("metadata", json("{'name':'%s'}".formatted(key.name()))),
                            WriteOptions.PLAIN);
                case 1, 2 -> kube.patch(KubeTypes.CONFIG_MAPS, key, "", Patch.merge(data), WriteOptions.PLAIN);
                default -> kube.delete(KubeTypes.CONFIG_MAPS, key, DeleteOptions.PLAIN);
            }
        }
    }

    private Map<String, Long> create(String name) {
        JsonObject object = json("{'metadata':{'name':'%s'}}".formatted(name));
        return Map.of(name, Ledger.version(kube.create(KubeTypes.CONFIG_MAPS, "default", object, WriteOptions.PLAIN)));
    }

    private Map<String, Long> there() {
        Map<String, Long> there = new HashMap<>();
        for (JsonObject object :
                kube.list(KubeTypes.CONFIG_MAPS, "default", ListOptions.ALL).items()) {
            there.put(KubeObjects.name(object), Ledger.version(object));
        }
        return there;
    }

    private KubernetesClient fabric8() {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(server.address().toString())
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /// An informer of this project with its thread.
    private record Running(KubeClient client, Informer informer, ThreadCrank crank) implements AutoCloseable {
        @Override
        public void close() {
            crank.close();
            informer.close();
            client.close();
        }
    }

    private Running ours(InformerHandler handler) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: here, cluster: {server: "%s"}}]
                users: [{name: me, user: {}}]
                contexts: [{name: here, context: {cluster: here, user: me}}]
                current-context: here
                """.formatted(server.address()));
        KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""));
        TimerQueue timers = new TimerQueue();
        AtomicReference<Runnable> wake = new AtomicReference<>(() -> {});
        InformerTarget subject =
                new InformerTarget(KubeTypes.CONFIG_MAPS, "default", "", "", InformerTarget.Start.STREAM);
        Informer informer = new Informer(
                client,
                subject,
                List.of(),
                timers,
                new Seeds(5).forActor("informer"),
                () -> wake.get().run());
        informer.addHandler(handler);
        ThreadCrank crank =
                new ThreadCrank("informer", new SystemClock(), timers, List.of(informer), new FailRunOnFault());
        wake.set(crank::wake);
        crank.start();
        return new Running(client, informer, crank);
    }

    /// Blocks at the first event until the latch opens.
    private static InformerHandler slow(InformerHandler handler, CountDownLatch reached, CountDownLatch until) {
        return new InformerHandler() {
            @Override
            public void onAdd(JsonObject object) {
                reached.countDown();
                try {
                    until.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                handler.onAdd(object);
            }

            @Override
            public void onUpdate(JsonObject before, JsonObject object) {
                handler.onUpdate(before, object);
            }

            @Override
            public void onDelete(JsonObject last) {
                handler.onDelete(last);
            }
        };
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
