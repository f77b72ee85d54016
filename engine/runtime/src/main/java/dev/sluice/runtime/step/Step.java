package dev.sluice.runtime.step;

/// A bounded piece of work, called by a crank.
public interface Step {

    /// Returns the name for fault reports.
    String name();

    /// Does a bounded amount of the work available now.
    ///
    /// @return the amount done; zero if there was nothing, so that the crank may rest
    int work(long nowNanos);
}
