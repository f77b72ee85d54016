package dev.sluice.scheduling.limit;

import dev.sluice.scheduling.machine.Shape;

/// How much somebody has of the machine, or may have at most.
public record Amounts(long jobs, long nodes, long cores, long gpus) {
    public static final Amounts NONE = new Amounts(0, 0, 0, 0);
    public static final Amounts UNLIMITED = new Amounts(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    public static Amounts of(Shape shape) {
        return new Amounts(1, shape.nodes(), shape.cores(), shape.gpus());
    }

    Amounts plus(Amounts other, int sign) {
        return new Amounts(
                jobs + sign * other.jobs,
                nodes + sign * other.nodes,
                cores + sign * other.cores,
                gpus + sign * other.gpus);
    }

    boolean isWithin(Amounts max) {
        return jobs <= max.jobs && nodes <= max.nodes && cores <= max.cores && gpus <= max.gpus;
    }

    /// What exceeds its maximum, and by how much.
    ///
    /// @param what jobs, nodes, cores or GPUs
    public record Exceeded(String what, long amount, long max) {}

    /// The first of the four that exceeds its maximum; one does.
    Exceeded excessOver(Amounts max) {
        if (jobs > max.jobs) {
            return new Exceeded("jobs", jobs, max.jobs);
        }
        if (nodes > max.nodes) {
            return new Exceeded("nodes", nodes, max.nodes);
        }
        return cores > max.cores ? new Exceeded("cores", cores, max.cores) : new Exceeded("GPUs", gpus, max.gpus);
    }
}
