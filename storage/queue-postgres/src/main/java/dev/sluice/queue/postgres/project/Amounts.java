package dev.sluice.queue.postgres.project;

/// What a job holds of the resources that are accounted for.
public record Amounts(long milliCores, long memoryBytes, long gpus) {
    public static final Amounts NONE = new Amounts(0, 0, 0);

    Amounts plus(Amounts other) {
        return new Amounts(milliCores + other.milliCores, memoryBytes + other.memoryBytes, gpus + other.gpus);
    }

    /// Never below nothing: a release that is reported twice must not make later use negative.
    Amounts minus(Amounts other) {
        return new Amounts(
                Math.max(0, milliCores - other.milliCores),
                Math.max(0, memoryBytes - other.memoryBytes),
                Math.max(0, gpus - other.gpus));
    }
}
