package dev.sluice.scheduling.limit;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.scheduling.machine.RequestShape;

/// Amounts of resources: in use, or allowed at most.
///
/// @param gpus of whatever vendor
public record ResourceAmounts(long jobs, long nodes, long cores, long gpus) {
    public static final ResourceAmounts NONE = new ResourceAmounts(0, 0, 0, 0);
    public static final ResourceAmounts UNLIMITED =
            new ResourceAmounts(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    public static ResourceAmounts of(RequestShape shape) {
        return new ResourceAmounts(1, shape.nodes(), shape.cores(), shape.gpus());
    }

    /// Returns the amounts of parts of a running job.
    ///
    /// @param count how many; negative for parts that have gone
    public static ResourceAmounts ofParts(Jobspec part, int count) {
        return new ResourceAmounts(
                0,
                count * RequestShape.least(part, VertexKind.NODE),
                count * RequestShape.least(part, VertexKind.CORE),
                count * RequestShape.leastGpus(part));
    }

    ResourceAmounts plus(ResourceAmounts other, int sign) {
        return new ResourceAmounts(
                jobs + sign * other.jobs,
                nodes + sign * other.nodes,
                cores + sign * other.cores,
                gpus + sign * other.gpus);
    }

    boolean isWithin(ResourceAmounts max) {
        return jobs <= max.jobs && nodes <= max.nodes && cores <= max.cores && gpus <= max.gpus;
    }

    /// The amount that exceeds its maximum.
    ///
    /// @param what jobs, nodes, cores or GPUs
    public record Exceeded(String what, long amount, long max) {}

    /// Returns the first of the four amounts that exceeds its maximum; at least one does.
    Exceeded excessOver(ResourceAmounts max) {
        if (jobs > max.jobs) {
            return new Exceeded("jobs", jobs, max.jobs);
        }
        if (nodes > max.nodes) {
            return new Exceeded("nodes", nodes, max.nodes);
        }
        return cores > max.cores ? new Exceeded("cores", cores, max.cores) : new Exceeded("GPUs", gpus, max.gpus);
    }
}
