package dev.sluice.graph;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds jobspecs for tests: `job(60, node(2, slot(1, core(4))))`.
public final class Jobs {
    private Jobs() {}

    public static Jobspec job(long seconds, ResourceRequest... resources) {
        return job(seconds, List.of(resources), Optional.empty());
    }

    public static Jobspec job(long seconds, List<ResourceRequest> resources, Optional<Constraint> constraint) {
        SystemAttributes system = new SystemAttributes(
                SystemAttributes.TimeLimits.ofSeconds((double) seconds),
                SystemAttributes.Account.NONE,
                SystemAttributes.Launch.NONE,
                List.of(),
                constraint,
                Map.of());
        return new Jobspec(Jobspec.VERSION_1, resources, List.of(), new Attributes(system, Map.of()));
    }

    /// The same job with scheduling directives.
    public static Jobspec directed(Jobspec jobspec, SchedulingDirectives directives) {
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                new Attributes(
                        jobspec.attributes().system().withDirectives(directives),
                        jobspec.attributes().user()));
    }

    public static ResourceRequest node(long count, ResourceRequest... with) {
        return some(VertexKind.NODE, count, with);
    }

    public static ResourceRequest core(long count) {
        return some(VertexKind.CORE, count);
    }

    public static ResourceRequest slot(long count, ResourceRequest... with) {
        return ResourceRequest.slot("task", Count.exactly(count), with);
    }

    public static ResourceRequest xorSlot(long count, ResourceRequest... with) {
        return new ResourceRequest(
                ResourceRequest.XOR_SLOT,
                Count.exactly(count),
                Optional.empty(),
                Optional.empty(),
                Optional.of("task"),
                Optional.empty(),
                List.of(with));
    }

    public static ResourceRequest some(String type, long count, ResourceRequest... with) {
        return ResourceRequest.of(type, Count.exactly(count), with);
    }

    public static ResourceRequest exclusive(ResourceRequest request) {
        return request.withExclusive(true);
    }
}
