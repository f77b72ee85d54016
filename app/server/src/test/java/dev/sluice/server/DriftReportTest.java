package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A server whose watches hide a pod, which lists show: its audit tells of the drift.
class DriftReportTest {
    private static final long PATIENCE_SECONDS = 120;
    private static final String HIDDEN = "hidden";

    private static final class Hiding extends ForwardingKube {
        Hiding(Kube kube) {
            super(kube);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            return new ForwardingWatch(super.watch(type, namespace, options, wake)) {
                @Override
                public Optional<WatchEvent> poll() {
                    Optional<WatchEvent> event = super.poll();
                    while (event.isPresent()
                            && KubeObjects.name(event.get().object()).equals(HIDDEN)) {
                        event = super.poll();
                    }
                    return event;
                }
            };
        }
    }

    private static void create(Kube kube, ResourceType type, String namespace, String text) {
        kube.create(type, namespace, (JsonObject) JsonText.read(text.replace('\'', '"')), WriteOptions.PLAIN);
    }

    @Test
    void driftIsAnEventOnTheNode() throws Exception {
        SystemClock clock = new SystemClock();
        CompletableFuture<AuditReport> audited = new CompletableFuture<>();
        ServerConfig config = ServerConfig.of(Configuration.of(
                null,
                "",
                Map.of(),
                Map.of(
                        "http.address", "127.0.0.1",
                        "http.port", "0",
                        "secure.address", "127.0.0.1",
                        "secure.port", "0")));
        try (EmbeddedApiServer api = EmbeddedApiServer.start(clock, new Seeds(1), ServerOptions.plain(0));
                EmbeddedPostgres postgres = EmbeddedPostgres.throwaway()) {
            Kube kube = api.kube();
            create(
                    kube,
                    KubeTypes.NODES,
                    "",
                    "{'metadata':{'name':'n'},'status':{'allocatable':{'cpu':'4','pods':'10'},"
                            + "'conditions':[{'type':'Ready','status':'True'}]}}");
            create(
                    kube,
                    KubeTypes.PODS,
                    "default",
                    "{'metadata':{'name':'hidden'},'spec':{'nodeName':'n','containers':"
                            + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'1500m'}}}]}}");
            try (LiveServer _ = LiveServer.start(
                    new Hiding(kube),
                    config,
                    new LiveServer.Identity("one", postgres.database(), true, audited::complete),
                    new SchedulerProcess.Surroundings(clock, new Seeds(2), new FailRunOnFault()))) {
                AuditReport report = audited.get(PATIENCE_SECONDS, TimeUnit.SECONDS);

                assertThat(report.driftCount()).isEqualTo(2);
                assertThat(kube.list(KubeTypes.EVENTS, "default", ListOptions.ALL)
                                .items())
                        .filteredOn(event -> event.text("reason").equals(DriftEvents.REASON))
                        .singleElement()
                        .satisfies(event -> {
                            assertThat(event.text("involvedObject", "name")).isEqualTo("n");
                            assertThat(event.text("message")).contains("cpu", "1500", "default/hidden");
                        });
            }
        }
    }
}
