package dev.sluice.kube.cluster.work;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.event.EventRecorder;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerTarget;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What controllers and simulated nodes share: the API server, clock, randomness and informers.
public final class ControllerContext {
    private static final Map<ResourceType, List<Index>> INDICES = Map.of(
            KubeTypes.PODS, List.of(Index.OWNERS, Index.NODE, AdoptionIndex.ORPHANS),
            KubeTypes.REPLICA_SETS, List.of(Index.OWNERS, AdoptionIndex.ORPHANS, AdoptionIndex.SELECTORS),
            KubeTypes.DEPLOYMENTS, List.of(Index.OWNERS, AdoptionIndex.SELECTORS),
            KubeTypes.JOBS, List.of(Index.OWNERS, AdoptionIndex.SELECTORS));

    private final Kube kube;
    private final Clock clock;
    private final Timers timers;
    private final Seeds seeds;
    private final Runnable wake;
    private final Map<ResourceType, Informer> informers = new LinkedHashMap<>();
    private final List<Step> steps = new ArrayList<>();
    private final EventRecorder events;

    /// Creates a context without controllers.
    ///
    /// @param wake makes the crank turn
    public ControllerContext(Kube kube, Clock clock, Timers timers, Seeds seeds, Runnable wake) {
        this(kube, clock, timers, seeds, wake, false);
    }

    /// Creates a context without controllers.
    ///
    /// @param hasEvents whether people are told of what happens in it
    public ControllerContext(Kube kube, Clock clock, Timers timers, Seeds seeds, Runnable wake, boolean hasEvents) {
        this.kube = kube;
        this.events = new EventRecorder(kube, clock, hasEvents);
        this.clock = clock;
        this.timers = timers;
        this.seeds = seeds;
        this.wake = wake;
    }

    public Kube kube() {
        return kube;
    }

    public Clock clock() {
        return clock;
    }

    public Timers timers() {
        return timers;
    }

    public Seeds seeds() {
        return seeds;
    }

    public Runnable wake() {
        return wake;
    }

    public EventRecorder events() {
        return events;
    }

    /// Returns the shared informer of a type, with the indexes of all controllers.
    public Informer informer(ResourceType type) {
        return informers.computeIfAbsent(
                type,
                _ -> new Informer(
                        kube,
                        InformerTarget.all(type),
                        INDICES.getOrDefault(type, List.of(Index.OWNERS)),
                        timers,
                        seeds.forActor("informer of " + type.groupResource()),
                        wake));
    }

    /// Adds a step that is turned after all informers.
    public void drive(Step step) {
        steps.add(step);
    }

    /// What the crank turns now: informers first, so that all controllers work on the latest view, then each controller
    /// as a step of its own, so that a fault names it, then events.
    public List<Step> steps() {
        List<Step> all = new ArrayList<>();
        all.add(new InformersStep());
        all.addAll(steps);
        all.add(events);
        return List.copyOf(all);
    }

    /// All informers, also those that controllers ask for later.
    private final class InformersStep implements Step {
        @Override
        public String name() {
            return "informers";
        }

        @Override
        public int work(long nowNanos) {
            int done = 0;
            for (Informer informer : List.copyOf(informers.values())) {
                done += informer.work(nowNanos);
            }
            return done;
        }
    }

    /// Ends all watches.
    public void close() {
        informers.values().forEach(Informer::close);
    }
}
