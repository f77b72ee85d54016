package dev.sluice.jobspec.explain;

import dev.sluice.jobspec.Dependency;
import dev.sluice.jobspec.set.FluxDuration;
import java.time.Instant;

/// Dependencies (RFC 26) as the end of "waits …".
final class DependencyWords {
    /// The last second that the calendar below can name.
    private static final double MAX_EPOCH_SECONDS = 253_402_300_799.0;

    private DependencyWords() {}

    static String of(Dependency dependency) {
        return switch (dependency.scheme()) {
            case "after" -> "until job " + dependency.value() + " has started";
            case "afterany" -> "until job " + dependency.value() + " has ended";
            case "afterok" -> "until job " + dependency.value() + " has succeeded";
            case "afternotok" -> "until job " + dependency.value() + " has failed";
            case "begin-time" -> "until " + time(dependency.value());
            default -> "for " + dependency.uri();
        };
    }

    private static String time(String epochSeconds) {
        return FluxDuration.find(epochSeconds)
                .filter(seconds -> seconds <= MAX_EPOCH_SECONDS)
                .map(seconds -> Instant.ofEpochSecond((long) Math.ceil(seconds)).toString())
                .orElse(epochSeconds);
    }
}
