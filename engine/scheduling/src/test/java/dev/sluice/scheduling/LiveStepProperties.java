package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.record.QueueRecord;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.state.EngineState;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/// On a cluster, each step gives away what is free and nothing else.
class LiveStepProperties {
    private static final int STEPS = 60;

    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void whatIsGivenAwayFitsBesideAllThatIsHeld(@ForAll long seed, @ForAll("policies") String policy) {
        Run run = new Run(seed, policy);
        for (int i = 0; i < STEPS; i++) {
            run.step();
        }
    }

    /// A pass looks at what has changed only. A pass over everything must start no more, unless it makes
    /// reservations anew that rest on what is overdue, or drops one of a job that has come to its limit since.
    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void aPassOverEverythingStartsNothingMore(@ForAll long seed, @ForAll("simplePolicies") String policy) {
        Run run = new Run(seed, policy);
        RandomGenerator random = new Seeds(seed).forActor("probes");
        for (int i = 0; i < STEPS; i++) {
            run.step();
            if (random.nextInt(6) == 0 && !run.isPlanDue()) {
                assertThat(run.passOverEverything())
                        .as("missed at step %d, at %d", i, run.now)
                        .noneMatch(QueueRecord.Started.class::isInstance)
                        .noneMatch(QueueRecord.Extended.class::isInstance);
            }
        }
    }

    /// An engine that lives through a history, with what it has given away.
    private static final class Run {
        private final Engine engine;
        private final LiveHistory history;
        private final LiveLedger ledger;
        private long now;

        private Run(long seed, String policy) {
            EngineOptions options = new EngineOptions(
                            Policies.named(policy).orElseThrow(),
                            JobOrder.fifo(),
                            LiveProperties.queues(),
                            CycleOptions.DEFAULT)
                    .in(LiveProperties.WORLD);
            engine = new Engine(options, LiveNode.emptyCluster(), true);
            history = new LiveHistory(seed, engine, true);
            ledger = new LiveLedger(engine);
        }

        private boolean isPlanDue() {
            EngineState state = engine.state();
            boolean isDue = false;
            for (int i = 0; i < state.planned().size(); i++) {
                int job = state.planned().job(i);
                isDue |= state.planned().key(job) <= now + 1
                        || !state.limits().allows(engine.table(), job, state.shape(job));
            }
            return isDue;
        }

        private List<QueueRecord> passOverEverything() {
            history.again().forEach(this::handle);
            return settle();
        }

        private void step() {
            long until = now + history.pauseNanos();
            while (engine.nextWakeNanos() <= until) {
                now = Math.max(now, engine.nextWakeNanos());
                handle(new Event.TimerFired());
                settle();
            }
            now = until;
            for (int i = history.eventsAtOnce(); i > 0; i--) {
                handle(history.next());
            }
            settle();
        }

        private void handle(Event event) {
            boolean isFact = event instanceof Event.JobAdopted || event instanceof Event.PartFound;
            note(engine.handle(event, now).records(), isFact);
        }

        private List<QueueRecord> settle() {
            return note(engine.settle(now).records(), false);
        }

        private List<QueueRecord> note(List<QueueRecord> records, boolean isFact) {
            List<QueueRecord> written = new ArrayList<>(records);
            for (QueueRecord record : written) {
                ledger.note(record);
                if (record instanceof QueueRecord.Started it && !isFact) {
                    ledger.check(it.job(), it.shares(), history.foreign(), now);
                } else if (record instanceof QueueRecord.Extended it && !isFact) {
                    ledger.check(it.job(), it.shares(), history.foreign(), now);
                }
            }
            return written;
        }
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "hybrid:3", "conservative");
    }

    @Provide
    Arbitrary<String> simplePolicies() {
        return Arbitraries.of("fcfs", "easy");
    }
}
