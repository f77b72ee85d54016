package dev.sluice.controller.sync;

import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A thread for each informer. A request may hang for a minute before it fails; on one thread for all it would
/// freeze what is known of everything else.
public final class InformerThreads implements InformerCranks, AutoCloseable {
    private final Map<Source, TimerQueue> timers = new EnumMap<>(Source.class);

    /// Empty until the threads start.
    private volatile Map<Source, ThreadCrank> cranks = Map.of();

    public InformerThreads() {
        for (Source source : Source.values()) {
            timers.put(source, new TimerQueue());
        }
    }

    /// Starts the threads, once.
    ///
    /// @param informers the steps, by what they follow
    public void start(Map<Source, Step> informers, Clock clock, Faults faults) {
        Map<Source, ThreadCrank> made = new EnumMap<>(Source.class);
        informers.forEach((source, step) -> made.put(
                source, new ThreadCrank("informer of " + source.text(), clock, timers(source), List.of(step), faults)));
        cranks = made;
        made.values().forEach(ThreadCrank::start);
    }

    @Override
    public TimerQueue timers(Source source) {
        return Objects.requireNonNull(timers.get(source));
    }

    @Override
    public void wake(Source source) {
        ThreadCrank crank = cranks.get(source);
        if (crank != null) {
            crank.wake();
        }
    }

    /// Returns once all threads have ended. All are asked to before the first one is waited for.
    @Override
    public void close() {
        cranks.values().forEach(ThreadCrank::stop);
        cranks.values().forEach(ThreadCrank::close);
    }
}
