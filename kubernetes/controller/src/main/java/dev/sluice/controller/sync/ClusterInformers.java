package dev.sluice.controller.sync;

import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerTarget;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The informers of a cluster's nodes and pods. They are steps of cranks of their own: a blocked API server does
/// not block the engine, and a blocked request holds up no other source.
///
/// Pods of other schedulers are followed until they are terminal: when one leaves the selector, it holds nothing
/// any more. Our own are followed further, since a DELETED event of a selector has neither reason nor exit code.
/// A pod's scheduler never changes, so no pod is in both.
public final class ClusterInformers implements AutoCloseable {
    private final List<InformerFeed> feeds = new ArrayList<>();

    /// @param scheduler the name under which our own pods are scheduled
    /// @param hasJobs whether Jobs, managed namespaces, priority classes and limit ranges are followed too
    /// @param listener is told of sources that cannot be followed
    /// @param cranks drive the informers
    public ClusterInformers(
            Kube kube,
            String scheduler,
            boolean hasJobs,
            DeltaInbox inbox,
            InformerCranks cranks,
            Seeds seeds,
            SourceListener listener) {
        InformerTarget nodes = InformerTarget.all(KubeTypes.NODES).trimmedBy(Trimming::node);
        InformerTarget foreign = InformerTarget.all(KubeTypes.PODS)
                .withFields("status.phase!=Succeeded,status.phase!=Failed,spec.schedulerName!=" + scheduler)
                .trimmedBy(Trimming::foreignPod);
        InformerTarget own = InformerTarget.all(KubeTypes.PODS)
                .withFields("spec.schedulerName=" + scheduler)
                .trimmedBy(Trimming::ownPod);
        if (hasJobs) {
            InformerTarget namespaces = InformerTarget.all(KubeTypes.NAMESPACES)
                    .withLabels(SluiceNames.MANAGED + "=true")
                    .trimmedBy(Trimming::namespace);
            add(Source.NAMESPACES, kube, namespaces, inbox, cranks, seeds, listener);
            InformerTarget priorities = InformerTarget.all(KubeTypes.PRIORITY_CLASSES);
            add(Source.PRIORITY_CLASSES, kube, priorities, inbox, cranks, seeds, listener);
            InformerTarget limitRanges = InformerTarget.all(KubeTypes.LIMIT_RANGES);
            add(Source.LIMIT_RANGES, kube, limitRanges, inbox, cranks, seeds, listener);
            // Before the pods, so that a pod's Job is known before the pod.
            InformerTarget jobs = InformerTarget.all(KubeTypes.JOBS).trimmedBy(Trimming::job);
            add(Source.JOBS, kube, jobs, inbox, cranks, seeds, listener);
        }
        add(Source.NODES, kube, nodes, inbox, cranks, seeds, listener);
        add(Source.FOREIGN_PODS, kube, foreign, inbox, cranks, seeds, listener);
        add(Source.OWN_PODS, kube, own, inbox, cranks, seeds, listener);
    }

    private void add(
            Source source,
            Kube kube,
            InformerTarget target,
            DeltaInbox inbox,
            InformerCranks cranks,
            Seeds seeds,
            SourceListener listener) {
        Timers timers = cranks.timers(source);
        Informer informer = new Informer(
                kube, target, List.of(), timers, seeds.forActor("informer of " + source), () -> cranks.wake(source));
        feeds.add(new InformerFeed(source, informer, inbox, timers, listener));
    }

    /// Returns a step for each source, in the order in which one crank drives them.
    public Map<Source, Step> steps() {
        Map<Source, Step> steps = new LinkedHashMap<>();
        feeds.forEach(feed -> steps.put(feed.source(), feed));
        return Collections.unmodifiableMap(steps);
    }

    /// Returns what has not been listed, or cannot be followed now. Any thread may ask.
    ///
    /// @param isWhole whether the engine has been told of all lists
    public SourceGaps gaps(boolean isWhole) {
        List<Source> unlisted = new ArrayList<>();
        Map<Source, String> failing = new EnumMap<>(Source.class);
        for (InformerFeed feed : feeds) {
            if (!feed.isListed()) {
                unlisted.add(feed.source());
            }
            String failure = feed.failure();
            if (!failure.isEmpty()) {
                failing.put(feed.source(), failure);
            }
        }
        Collections.sort(unlisted);
        return new SourceGaps(unlisted, failing, isWhole);
    }

    /// Returns how often the informers had to list again.
    public long relists() {
        return feeds.stream().mapToLong(feed -> feed.informer().relists()).sum();
    }

    @Override
    public void close() {
        feeds.forEach(feed -> feed.informer().close());
    }
}
