package dev.sluice.scheduling.drive;

import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Event;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Drives an engine as a step of a crank, in real or in virtual time.
///
/// Any thread may [#offer] events; it wakes the crank afterwards. Everything else belongs to the crank's
/// thread. A timer
/// wakes the engine when time alone changes something: a wall time, a begin time, the end of a window or
/// back-off.
public final class EngineLoop implements Step {

    /// Events of one turn. All of them belong to one instant, and one pass follows them; more would let a burst
    /// of
    /// events delay the first decisions.
    private static final int EVENTS_PER_TURN_MAX = 10_000;

    private static final long NO_TIMER = -1;

    private final EngineDriver driver;
    private final TimerQueue timers;
    private final ConcurrentLinkedQueue<Event> inbox = new ConcurrentLinkedQueue<>();
    private long timer = NO_TIMER;
    private long timerNanos = TimerQueue.NEVER_NANOS;
    private boolean isDue;

    public EngineLoop(EngineDriver driver, TimerQueue timers) {
        this.driver = driver;
        this.timers = timers;
        // A restarted engine may have something to do without any event.
        this.isDue = true;
    }

    @Override
    public String name() {
        return "engine";
    }

    public void offer(Event event) {
        inbox.add(event);
    }

    @Override
    public int work(long nowNanos) {
        int done = driver.release();
        if (inbox.isEmpty() && !isDue) {
            return done;
        }
        if (isDue) {
            isDue = false;
            driver.handle(new Event.TimerFired(), nowNanos);
            done++;
        }
        for (int i = 0; i < EVENTS_PER_TURN_MAX; i++) {
            Event event = inbox.poll();
            if (event == null) {
                break;
            }
            driver.handle(event, nowNanos);
            done++;
        }
        driver.settle(nowNanos);
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

    /// Returns the decisions that a driver before this one may not have carried out. Carrying them out again
    /// must do no
    /// harm.
    public List<Decision> outstanding() {
        return driver.engine().outstanding();
    }
}
