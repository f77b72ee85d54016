package dev.sluice.controller.workload;

import dev.sluice.controller.call.Calls;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import java.util.function.Consumer;

/// What the parts of this package act on. All of it belongs to the engine's thread.
///
/// @param timers of the engine's crank
/// @param events of the engine, handled after the present turn
/// @param again looks at a workload in the next turn
/// @param notices for users
/// @param startNanos how long an attempt may take until a container starts
record Surroundings(
        Engine engine,
        Calls calls,
        Timers timers,
        Clock clock,
        Consumer<Event> events,
        Consumer<Workload> again,
        Notices notices,
        long startNanos) {

    /// Does something later.
    ///
    /// @return the timer
    long after(long nanos, Runnable what) {
        return timers.schedule(clock.nowNanos() + nanos, (_, _) -> what.run(), 0);
    }
}
