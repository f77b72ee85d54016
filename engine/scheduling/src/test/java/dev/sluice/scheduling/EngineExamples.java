package dev.sluice.scheduling;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.Owner;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.order.JobOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The engine by example, on ten cores or four nodes; times in seconds.
abstract class EngineExamples {
    static final long S = Task.SECOND;

    final InMemoryQueueStore store = new InMemoryQueueStore();
    Engine engine = engine(Fixture.pool(10), List.of(), JobOrder.fifo(), CycleOptions.DEFAULT);

    final Engine engine(ResourceModel machine, List<QueueRules> queues, JobOrder order, CycleOptions cycle) {
        return new Engine(new EngineOptions(new Easy(), order, queues, cycle), machine, true);
    }

    final List<Decision> at(long second, Event... events) {
        List<Decision> decisions = new ArrayList<>();
        for (Event event : events) {
            decisions.addAll(kept(engine.handle(event, second * S)));
        }
        decisions.addAll(kept(engine.settle(second * S)));
        // Nothing is to be done for reservations.
        decisions.removeIf(Decision.Plan.class::isInstance);
        return decisions;
    }

    private List<Decision> kept(Consequences consequences) {
        store.append(0, consequences.records());
        return consequences.decisions();
    }

    /// Another scheduler's work on the pool of cores.
    static Event foreign(String id, long cores, long endNanos) {
        return new Event.ForeignHeld(new ForeignUse(id, "/cluster0", Map.of("core", cores), endNanos));
    }

    static Event submit(Job job) {
        return new Event.JobSubmitted(job);
    }

    static Job job(long id, int cores, int wall) {
        return Job.of(id, Fixture.cores(cores), wall * S);
    }

    final JobState state(long id) {
        int index = engine.table().indexOf(id);
        return index == JobTable.NO_JOB
                ? engine.table().finished().find(id).orElseThrow().how()
                : engine.table().state(index);
    }

    static Job nightly(long id, String user) {
        String text = """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 2}]}]
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes:
                  system: {duration: 10, job: {name: nightly}, dependencies: [{scheme: singleton, value: nightly}]}
                """;
        return Job.of(id, JobspecReader.read(text, "nightly.yaml", Dialect.RFC), 10 * S)
                .ownedBy(new Owner(user, ""));
    }
}
