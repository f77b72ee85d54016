package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.OtherHolders;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// A timer writes the same records as a scan of all jobs, windows and other schedulers' holdings.
class TimerProperties {
    private static final long S = Task.SECOND;
    private static final int STEPS = 60;

    @Property(tries = 300)
    void aTimerDoesWhatAFullScanWouldDo(@ForAll long seed) {
        RandomGenerator random = new Seeds(seed).forActor("events");
        InMemoryQueueStore store = new InMemoryQueueStore();
        Engine engine = engine();
        int fired = 0;
        for (int step = 0; step < STEPS; step++) {
            long now = step * S;
            store.append(0, engine.handle(event(random, now), now).records());
            store.append(0, engine.settle(now).records());
            if (random.nextInt(3) == 0) {
                List<QueueRecord> expected = lookThroughAll(engine, now);
                fired += expected.size();

                List<QueueRecord> written =
                        List.copyOf(engine.handle(new Event.TimerFired(), now).records());
                assertThat(written).isEqualTo(expected);
                store.append(0, written);
                store.append(0, engine.settle(now).records());
            }
        }

        assertThat(fired).isPositive();
        Engine replayed = engine();
        replayed.replay(store.read(0));
        assertThat(lookThroughAll(replayed, STEPS * S)).isEqualTo(lookThroughAll(engine, STEPS * S));
        assertThat(replayed.handle(new Event.TimerFired(), STEPS * S).records())
                .isEqualTo(engine.handle(new Event.TimerFired(), STEPS * S).records());
    }

    private static Engine engine() {
        return new Engine(EngineOptions.plain(new Easy(), CycleOptions.DEFAULT), Fixture.pool(100), true);
    }

    private static Event event(RandomGenerator random, long now) {
        long id = random.nextInt(20);
        return switch (random.nextInt(8)) {
            case 0 -> new Event.JobChanged(job(id, random, now));
            case 1 -> new Event.JobHeld(id);
            case 2 -> new Event.JobReleased(id);
            case 3 -> new Event.JobCancelled(id);
            case 4 ->
                new Event.WindowCreated(
                        Long.toString(1 + now / S),
                        "window",
                        Fixture.cores(1),
                        new Span(now + 5 * S, now + later(random)));
            case 5 -> EngineExamples.foreign(Long.toString(now / S), 1, now + later(random));
            default -> new Event.JobSubmitted(job(id, random, now));
        };
    }

    private static Job job(long id, RandomGenerator random, long now) {
        List<Condition> conditions = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            conditions.add(new Condition.BeginTime(now + later(random) - 10 * S));
        }
        return Job.of(id, Fixture.cores(1), 5 * S).waitingFor(conditions.toArray(Condition[]::new));
    }

    private static long later(RandomGenerator random) {
        return (6 + random.nextInt(20)) * S;
    }

    private static List<QueueRecord> lookThroughAll(Engine engine, long now) {
        List<QueueRecord> records = new ArrayList<>();
        JobTable table = engine.table();
        for (int job = 0; job < table.size(); job++) {
            long begin = table.job(job).conditions().stream()
                    .mapToLong(condition -> ((Condition.BeginTime) condition).timeNanos())
                    .max()
                    .orElse(Long.MAX_VALUE);
            if (table.state(job).isWaiting() && !table.isDue(job) && begin <= now) {
                records.add(new QueueRecord.BeginReached(table.id(job), now));
            }
        }
        for (OtherHolders.Window window : engine.state().machineState().others().windows()) {
            if (window.span().endNanos() <= now) {
                records.add(new QueueRecord.WindowLeft(window.holder().id(), now));
            }
        }
        return records;
    }
}
