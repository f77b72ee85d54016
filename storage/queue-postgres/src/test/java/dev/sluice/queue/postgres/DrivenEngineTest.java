package dev.sluice.queue.postgres;

import static dev.sluice.queue.postgres.Records.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Job;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.store.StoreException;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.drive.EngineDriver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An engine's driver on a database that writes later than records are appended, or not at all.
class DrivenEngineTest {
    private final Database database = TestDatabases.createMigrated();
    private final List<Decision> carriedOut = new ArrayList<>();

    private EngineDriver driver(DrivenStore on, long term) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        int pool = graph.addVertex(VertexKind.pool(VertexKind.CORE, "", 10), 0, 1, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, pool, ResourceGraph.CONTAINMENT);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        ResourceModel machine =
                new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
        EngineOptions options =
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE);
        return EngineDriver.restarted(new Engine(options, machine, true), on.store, term, carriedOut::addAll);
    }

    private static void submit(EngineDriver driver, long id) {
        ResourceRequest core = ResourceRequest.of(VertexKind.CORE, Count.exactly(1));
        Jobspec jobspec = new Jobspec(Jobspec.VERSION_1, List.of(core), List.of(), Attributes.NONE);
        driver.handle(new Event.JobSubmitted(Job.of(id, jobspec, 100 * SECOND)), id * SECOND);
        driver.settle(id * SECOND);
    }

    private List<Long> started() {
        return carriedOut.stream()
                .filter(Decision.Start.class::isInstance)
                .map(start -> ((Decision.Start) start).job())
                .toList();
    }

    @Test
    void startsWaitForADatabaseThatLags() {
        try (DrivenStore driven = DrivenStore.on(database)) {
            EngineDriver driver = driver(driven, 1);
            submit(driver, 1);
            submit(driver, 2);
            driver.release();
            assertThat(started()).isEmpty();

            driven.write();
            driver.release();

            assertThat(started()).containsExactly(1L, 2L);
        }
    }

    @Test
    void aWriteThatFailsLaterStopsTheDriverBeforeAnyEffect() {
        try (DrivenStore driven = DrivenStore.on(database);
                DrivenStore other = DrivenStore.on(database)) {
            EngineDriver driver = driver(driven, 1);
            submit(driver, 1);
            EngineDriver successor = driver(other, 2);
            submit(successor, 2);
            other.write();
            successor.release();
            assertThat(started()).containsExactly(2L);
            carriedOut.clear();

            driven.write();
            driver.release();

            assertThat(started()).isEmpty();
            assertThatThrownBy(() -> submit(driver, 3)).isInstanceOf(StoreException.class);
            driver.release();
            assertThat(carriedOut).isEmpty();
        }
    }
}
