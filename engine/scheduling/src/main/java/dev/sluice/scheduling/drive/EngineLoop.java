package dev.sluice.scheduling.drive;

import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.Event;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/// Drives an engine as a step of a crank, in real or in virtual time.
///
/// Events come from an inbox, into which other threads may put them before they wake the crank. All else belongs to
/// the crank's thread. A timer wakes the engine when time alone changes something: a wall time, a begin time, the
/// end of a window or back-off.
public final class EngineLoop implements Step {

    /// Limits the events of one turn, so that a burst does not starve the other steps, and about as many events
    /// are followed by a pass, so that it does not delay the first decisions. The pass waits until decisions are
    /// allowed, which they are not in the middle of a batch.
    private static final int EVENTS_PER_TURN_MAX = 10_000;

    private static final long NO_TIMER = -1;

    private final EngineDriver driver;
    private final TimerQueue timers;
    private final Supplier<Optional<Event>> inbox;
    private long timer = NO_TIMER;
    private long timerNanos = TimerQueue.NEVER_NANOS;
    private final LongPredicate mayDecide;
    private boolean isDue;

    /// Events that were handled since the last pass.
    private long undecided;

    /// @param inbox removes and returns the next event, if there is one
    public EngineLoop(EngineDriver driver, TimerQueue timers, Supplier<Optional<Event>> inbox) {
        this(driver, timers, inbox, _ -> true);
    }

    /// @param mayDecide whether at a time all is known that decisions need, once the events so far are handled. A
    ///     restarted scheduler that has seen the nodes but not yet their pods would take them to be empty, and
    ///     would stop jobs that have ended meanwhile. One that has seen half of a new list would start jobs on
    ///     places that are taken.
    public EngineLoop(
            EngineDriver driver, TimerQueue timers, Supplier<Optional<Event>> inbox, LongPredicate mayDecide) {
        this.mayDecide = mayDecide;
        this.inbox = inbox;
        this.driver = driver;
        this.timers = timers;
        // A restarted engine may have something to do without any event.
        this.isDue = true;
    }

    @Override
    public String name() {
        return "engine";
    }

    @Override
    public int work(long nowNanos) {
        int done = driver.release();
        int handled = handleEvents(nowNanos);
        boolean decides = (isDue || undecided > 0) && mayDecide.test(nowNanos);
        if (decides) {
            undecided = 0;
            decide(nowNanos);
        }
        if (handled > 0 || decides) {
            setTimer(driver.engine().nextWakeNanos());
        }
        return done + handled + (decides ? 1 : 0);
    }

    private int handleEvents(long nowNanos) {
        for (int handled = 0; handled < EVENTS_PER_TURN_MAX; handled++) {
            boolean isPassDue = undecided >= EVENTS_PER_TURN_MAX && mayDecide.test(nowNanos);
            Optional<Event> event = isPassDue ? Optional.empty() : inbox.get();
            if (event.isEmpty()) {
                return handled;
            }
            driver.handle(event.get(), nowNanos);
            undecided++;
        }
        return EVENTS_PER_TURN_MAX;
    }

    private void decide(long nowNanos) {
        if (isDue) {
            isDue = false;
            driver.handle(new Event.TimerFired(), nowNanos);
        }
        driver.settle(nowNanos);
    }

    private void setTimer(long nanos) {
        if (nanos == timerNanos) {
            return;
        }
        if (timer != NO_TIMER) {
            timers.cancel(timer);
            timer = NO_TIMER;
        }
        timerNanos = nanos;
        if (nanos != TimerQueue.NEVER_NANOS) {
            timer = timers.schedule(nanos, (_, _) -> fired(), 0);
        }
    }

    private void fired() {
        timer = NO_TIMER;
        timerNanos = TimerQueue.NEVER_NANOS;
        isDue = true;
    }
}
