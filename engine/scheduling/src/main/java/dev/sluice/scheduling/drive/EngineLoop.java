package dev.sluice.scheduling.drive;

import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.Event;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Drives an engine as a step of a crank, in real or in virtual time.
///
/// Events come from an inbox, into which other threads may put them before they wake the crank. All else belongs to
/// the crank's thread. A timer wakes the engine when time alone changes something: a wall time, a begin time, the
/// end of a window or back-off.
public final class EngineLoop implements Step {

    /// Events of one turn. All of them belong to one instant, and one pass follows them; more would let a burst of
    /// events delay the first decisions.
    private static final int EVENTS_PER_TURN_MAX = 10_000;

    private static final long NO_TIMER = -1;

    private final EngineDriver driver;
    private final TimerQueue timers;
    private final Supplier<Optional<Event>> inbox;
    private long timer = NO_TIMER;
    private long timerNanos = TimerQueue.NEVER_NANOS;
    private final BooleanSupplier mayDecide;
    private boolean isDue;

    /// Whether events were handled without a pass.
    private boolean isPassOwed;

    /// @param inbox removes and returns the next event, if there is one
    public EngineLoop(EngineDriver driver, TimerQueue timers, Supplier<Optional<Event>> inbox) {
        this(driver, timers, inbox, () -> true);
    }

    /// @param mayDecide whether all is known that decisions need. A restarted scheduler that has seen the nodes but not
    ///     yet their pods would take them to be empty, and would stop jobs that have ended meanwhile.
    public EngineLoop(
            EngineDriver driver, TimerQueue timers, Supplier<Optional<Event>> inbox, BooleanSupplier mayDecide) {
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
        Optional<Event> event = inbox.get();
        if (event.isEmpty() && !((isDue || isPassOwed) && mayDecide.getAsBoolean())) {
            return done;
        }
        if (isDue && mayDecide.getAsBoolean()) {
            isDue = false;
            driver.handle(new Event.TimerFired(), nowNanos);
            done++;
        }
        for (int i = 0; event.isPresent(); i++) {
            driver.handle(event.get(), nowNanos);
            done++;
            event = i < EVENTS_PER_TURN_MAX ? inbox.get() : Optional.empty();
        }
        isPassOwed = !mayDecide.getAsBoolean();
        if (!isPassOwed) {
            driver.settle(nowNanos);
            done++;
        }
        setTimer(driver.engine().nextWakeNanos());
        return done;
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
