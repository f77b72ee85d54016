package dev.sluice.runtime.step;

import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.fault.Invariants;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.util.List;

/// Drives steps in virtual time: works until no step has anything to do, then jumps to the next timer.
///
/// A run is a pure function of the state of the steps and timers: there is one thread and no other source of time.
public final class VirtualCrank {

    /// The number of turns at one instant after which a run counts as stuck. A step that always reports work would
    /// hang a simulation; a simulated burst takes far fewer.
    static final int TURNS_PER_INSTANT_MAX = 1_000_000;

    private final VirtualClock clock;
    private final TimerQueue timers;
    private final Duty duty;

    public VirtualCrank(VirtualClock clock, TimerQueue timers, List<? extends Step> steps, Faults faults) {
        this.clock = clock;
        this.timers = timers;
        this.duty = new Duty(timers, steps, faults);
    }

    /// Runs until nothing is left to do before this time, and leaves the clock there.
    ///
    /// @return whether it got there without a fault
    public boolean runUntil(long untilNanos) {
        boolean isThere = run(untilNanos);
        if (isThere) {
            clock.advanceTo(Math.max(untilNanos, clock.nowNanos()));
        }
        return isThere;
    }

    /// Runs until no step has work and no timer is pending.
    public void runUntilIdle() {
        run(TimerQueue.NEVER_NANOS);
    }

    /// @return whether it ended without a fault
    private boolean run(long untilNanos) {
        while (settle()) {
            long next = timers.nextDeadlineNanos();
            if (next > untilNanos || next == TimerQueue.NEVER_NANOS) {
                return true;
            }
            clock.advanceTo(Math.max(next, clock.nowNanos()));
        }
        return false;
    }

    /// Works at the present instant until no step has work.
    private boolean settle() {
        for (int turns = 0; ; turns++) {
            int done = duty.turn(clock.nowNanos());
            if (done <= 0) {
                return done == 0;
            }
            Invariants.check(
                    turns < TURNS_PER_INSTANT_MAX, "no rest at (%d) ns after (%d) turns", clock.nowNanos(), turns);
        }
    }
}
