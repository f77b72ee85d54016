package dev.sluice.runtime.time;

/// Schedules calls for later; the crank expires them.
public interface Timers {

    /// An id that no timer has.
    long NO_TIMER = -1;

    /// Calls the handler with the subject once the deadline has come; a deadline in the past is due at once. Timers of
    /// the same deadline fire in the order in which they were scheduled.
    ///
    /// @return the timer's id, never used for another timer while anyone may still hold it
    long schedule(long deadlineNanos, TimerHandler handler, long subject);

    /// Cancels the timer. Returns whether it was pending; afterwards it never fires.
    boolean cancel(long timer);
}
