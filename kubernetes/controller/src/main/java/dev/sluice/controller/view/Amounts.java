package dev.sluice.controller.view;

/// How much there is of a resource, and how much of it is held. CPU is in thousandths, memory in bytes.
///
/// @param allocatable of all nodes, also of closed ones
/// @param foreign held by pods of other schedulers
/// @param own held by pods of our scheduler
/// @param free what new pods could get: the rest of open nodes
public record Amounts(long allocatable, long foreign, long own, long free) {
    static final Amounts NONE = new Amounts(0, 0, 0, 0);

    static Amounts of(long allocatable, long foreign, long own, boolean isOpen) {
        long rest = allocatable - foreign - own;
        return new Amounts(allocatable, foreign, own, isOpen ? Math.max(0, rest) : 0);
    }

    Amounts plus(Amounts other) {
        return new Amounts(
                allocatable + other.allocatable, foreign + other.foreign, own + other.own, free + other.free);
    }

    public long used() {
        return foreign + own;
    }
}
