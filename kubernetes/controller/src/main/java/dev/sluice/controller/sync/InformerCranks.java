package dev.sluice.controller.sync;

import dev.sluice.runtime.time.Timers;

/// The cranks that drive the informers of a cluster.
public interface InformerCranks {
    /// Returns the timers of a source's crank.
    Timers timers(Source source);

    /// Makes a source's crank turn. Any thread may call this.
    void wake(Source source);

    /// One crank for all, as in virtual time: it turns as long as a step has work, so nothing wakes it.
    static InformerCranks one(Timers timers) {
        return new InformerCranks() {
            @Override
            public Timers timers(Source source) {
                return timers;
            }

            @Override
            public void wake(Source source) {}
        };
    }
}
