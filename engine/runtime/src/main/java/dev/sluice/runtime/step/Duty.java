package dev.sluice.runtime.step;

import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.time.TimerQueue;
import java.util.List;

/// The steps that one crank turns, timers first.
final class Duty {

    /// How many timers may fire in one turn: enough to be cheap, few enough that the steps behind them are not starved
    /// when a whole cluster's timers fall due together.
    static final int TIMERS_PER_TURN_MAX = 1024;

    /// Not an amount of work: a fault was raised and the crank must stop.
    static final int FAULTED = -1;

    private final TimerQueue timers;
    private final List<Step> steps;
    private final Faults faults;

    Duty(TimerQueue timers, List<? extends Step> steps, Faults faults) {
        this.timers = timers;
        this.steps = List.copyOf(steps);
        this.faults = faults;
    }

    /// Gives each step one go.
    ///
    /// @return how much was done, or [#FAULTED]
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
