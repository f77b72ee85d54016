package dev.sluice.runtime.time;

/// Called when a timer expires.
@FunctionalInterface
public interface TimerHandler {

    /// Called once per timer, on the crank's thread.
    ///
    /// @param subject the number given when the timer was scheduled: an index or id of the handler's own
    /// @param nowNanos the present, at or after the timer's deadline
    void onTimer(long subject, long nowNanos);
}
