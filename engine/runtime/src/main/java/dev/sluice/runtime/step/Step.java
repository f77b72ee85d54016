package dev.sluice.runtime.step;

/// A bounded piece of work that is driven, never running by itself.
public interface Step {

    /// Appears in fault reports.
    String name();

    /// Does a bounded amount of what there is to do now, and returns.
    ///
    /// @return how much was done; zero if there was nothing, so that the crank may rest
    int work(long nowNanos);
}
