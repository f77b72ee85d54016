package dev.sluice.simulator.drive;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.set.FluxDuration;
import java.util.Optional;
import java.util.OptionalInt;

/// A time in which no job may run on a part of the machine: maintenance, or an advance reservation for others.
///
/// @param source where it is defined, for messages
/// @param startNanos since the run's beginning
public record Window(String source, String name, Part part, long startNanos, long endNanos) {

    /// A part of the machine.
    ///
    /// @param where which nodes, or which partition; empty if anywhere
    /// @param units how many units; empty for all that are up
    public record Part(Optional<Constraint> where, OptionalInt units) {
        public static final Part EVERYTHING = new Part(Optional.empty(), OptionalInt.empty());
    }

    private static final double NANOS_PER_SECOND = 1e9;

    public Window {
        if (startNanos < 0 || endNanos <= startNanos) {
            throw new IllegalArgumentException(
                    source + ": end (" + endNanos + " ns) must be after start (" + startNanos + " ns)");
        }
    }

    IllegalArgumentException allIsDown() {
        return new IllegalArgumentException(source + " (" + name + "): all its resources are down from the beginning");
    }

    IllegalArgumentException collides() {
        return new IllegalArgumentException("%s (%s) from %s to %s: another window holds what it needs"
                .formatted(source, name, shown(startNanos), shown(endNanos)));
    }

    private static String shown(long nanos) {
        return FluxDuration.encodeSeconds(nanos / NANOS_PER_SECOND);
    }
}
