package dev.sluice.scheduling.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.Fixture;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The same loop runs in virtual and in real time.
class EngineLoopTest {
    private static final long S = 1_000_000_000L;

    private final InMemoryQueueStore store = new InMemoryQueueStore();
    private final TimerQueue timers = new TimerQueue();
    private final ConcurrentLinkedQueue<Event> inbox = new ConcurrentLinkedQueue<>();

    private boolean isPictureWhole = true;

    private EngineLoop loop(Effects effects) {
        EngineOptions options =
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE);
        Engine engine = new Engine(options, Fixture.pool(10), true);
        return new EngineLoop(
                EngineDriver.restarted(engine, store, 1, effects),
                timers,
                () -> Optional.ofNullable(inbox.poll()),
                _ -> isPictureWhole);
    }

    @Test
    void inVirtualTimeATimerStopsAJobAtItsWallTime() {
        VirtualClock clock = new VirtualClock(0);
        List<String> carriedOut = new ArrayList<>();
        EngineLoop loop = loop(decisions -> decisions.forEach(decision -> {
            switch (decision) {
                case Decision.Start it -> carriedOut.add(clock.nowNanos() / S + " start " + it.job());
                case Decision.Stop it -> carriedOut.add(clock.nowNanos() / S + " stop " + it.job() + " " + it.why());
                default -> {}
            }
        }));
        VirtualCrank crank = new VirtualCrank(clock, timers, List.of(loop), (where, fault) -> {
            throw new AssertionError(where, fault);
        });
        inbox.add(new Event.JobSubmitted(Job.of(1, Fixture.cores(10), 100 * S)));
        inbox.add(new Event.JobSubmitted(
                Job.of(2, Fixture.cores(10), 10 * S).waitingFor(new Condition.BeginTime(50 * S))));

        crank.runUntil(10 * S);
        inbox.add(new Event.JobStarted(1));
        crank.runUntil(120 * S);
        inbox.add(new Event.JobFailed(1));
        crank.runUntil(120 * S);
        inbox.add(new Event.JobStarted(2));
        crank.runUntil(200 * S);

        assertThat(carriedOut)
                .containsExactly(
                        "0 start 1", "110 stop 1 " + StopReason.WALL_TIME, "120 start 2", "130 stop 2 WALL_TIME");
    }

    @Test
    void nothingIsDecidedBeforeThePictureOfTheMachineIsWhole() {
        List<Decision> carriedOut = new ArrayList<>();
        EngineLoop loop = loop(carriedOut::addAll);
        isPictureWhole = false;
        inbox.add(new Event.JobSubmitted(Job.of(1, Fixture.cores(10), 100 * S)));

        assertThat(loop.work(0)).isPositive();
        assertThat(loop.work(0)).isZero();
        assertThat(carriedOut).isEmpty();

        isPictureWhole = true;

        assertThat(loop.work(S)).isPositive();
        assertThat(carriedOut).hasSize(1).allMatch(it -> it instanceof Decision.Start);
        assertThat(loop.work(S)).isZero();
    }

    @Test
    void inRealTimeTheCrankCarriesOutDecisions() throws InterruptedException {
        BlockingQueue<Long> started = new LinkedBlockingQueue<>();
        EngineLoop loop = loop(decisions -> decisions.forEach(decision -> {
            if (decision instanceof Decision.Start start) {
                started.add(start.job());
            }
        }));
        try (ThreadCrank crank = new ThreadCrank("engine", new SystemClock(), timers, List.of(loop), (where, fault) -> {
            throw new AssertionError(where, fault);
        })) {
            crank.start();
            inbox.add(new Event.JobSubmitted(Job.of(1, Fixture.cores(1), 100 * S)));
            crank.wake();

            assertThat(started.poll(1, TimeUnit.MINUTES)).isEqualTo(1);
        }
    }
}
