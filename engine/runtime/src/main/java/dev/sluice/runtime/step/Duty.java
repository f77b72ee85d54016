package dev.sluice.runtime.step;

import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.time.TimerQueue;
import java.util.List;

/// The timers and steps that one crank drives, timers first.
final class Duty {

    /// The number of timers that may fire in one turn: many enough to be cheap, few enough not to starve the steps
    /// when a whole cluster's timers are due together.
    static final int TIMERS_PER_TURN_MAX = 1024;

    /// A fault was raised and the crank must stop; not an amount of work.
    static final int FAULTED = -1;

    private final TimerQueue timers;
    private final List<Step> steps;
    private final Faults faults;

    Duty(TimerQueue timers, List<? extends Step> steps, Faults faults) {
        this.timers = timers;
        this.steps = List.copyOf(steps);
        this.faults = faults;
    }

    /// Lets the timers and each step work once.
    ///
    /// @return the amount done, or [#FAULTED]
    int turn(long nowNanos) {
        String where = "timers";
        try {
            int done = timers.expire(nowNanos, TIMERS_PER_TURN_MAX);
            for (Step step : steps) {
                where = step.name();
                done += step.work(nowNanos);
            }
            return done;
        } catch (Throwable fault) {
            faults.raise(where, fault);
            return FAULTED;
        }
    }
}
