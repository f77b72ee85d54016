package dev.sluice.graph.match;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.TopologySpread;
import java.util.List;
import java.util.Optional;

/// What a jobspec's directives say about its pods together. A *unit* is one of the outermost resources, a node or a
/// slot; it has one pod, or as many as the node has slots.
///
/// @param candidates a request for any number of such units, which finds all places for them
/// @param podsPerUnit the least number of pods that a unit has
record GangRequest(SchedulingDirectives directives, CompiledJobspec candidates, long podsPerUnit) {
    /// More units than any machine has, and far from overflow when multiplied by what one needs.
    private static final long UNITS_MAX = 1L << 40;

    /// More pods than a node can have; larger products are cut off.
    private static final long PODS_MAX = Integer.MAX_VALUE;

    /// Empty if the directives say nothing about the pods together.
    static Optional<GangRequest> of(Jobspec jobspec) {
        SchedulingDirectives directives = jobspec.attributes().system().directives();
        if (!directives.countPods() && directives.colocation().isEmpty()) {
            return Optional.empty();
        }
        if (!directives.countPods()) {
            return Optional.of(
                    new GangRequest(directives, new CompiledJobspec(plain(jobspec, jobspec.resources())), 1));
        }
        ResourceRequest outermost = jobspec.resources().getFirst();
        ResourceRequest any = with(
                outermost,
                Count.between(1, UNITS_MAX),
                outermost.isSlot() ? outermost.with() : leastSlots(outermost.with()));
        return Optional.of(new GangRequest(
                directives,
                new CompiledJobspec(plain(jobspec, List.of(any))),
                outermost.isSlot() ? 1 : Math.max(1, slotsIn(outermost))));
    }

    boolean hasPorts() {
        return !directives.hostPorts().isEmpty();
    }

    List<HostPort> ports() {
        return directives.hostPorts();
    }

    Optional<Colocation> colocation() {
        return directives.colocation();
    }

    Optional<TopologySpread> spread() {
        return directives.topologySpread();
    }

    /// The same request without directives about the pods together.
    private static Jobspec plain(Jobspec jobspec, List<ResourceRequest> resources) {
        SchedulingDirectives directives = jobspec.attributes().system().directives();
        return new Jobspec(
                jobspec.version(),
                resources,
                jobspec.tasks(),
                new Attributes(
                        jobspec.attributes()
                                .system()
                                .withDirectives(SchedulingDirectives.tolerating(directives.tolerations())),
                        jobspec.attributes().user()));
    }

    /// All units must have the same number of pods, so each gets the least number of slots.
    private static List<ResourceRequest> leastSlots(List<ResourceRequest> requests) {
        return requests.stream()
                .map(request -> request.isSlot()
                        ? with(request, Count.exactly(request.count().min()), request.with())
                        : with(request, request.count(), leastSlots(request.with())))
                .toList();
    }

    private static long slotsIn(ResourceRequest request) {
        long slots = 0;
        for (ResourceRequest inner : request.with()) {
            long each = inner.isSlot() ? 1 : slotsIn(inner);
            slots += each == 0 ? 0 : Math.min(PODS_MAX, inner.count().min()) * each;
        }
        return Math.min(PODS_MAX, slots);
    }

    private static ResourceRequest with(ResourceRequest request, Count count, List<ResourceRequest> with) {
        return new ResourceRequest(
                request.type(), count, request.unit(), request.exclusive(), request.label(), request.id(), with);
    }
}
