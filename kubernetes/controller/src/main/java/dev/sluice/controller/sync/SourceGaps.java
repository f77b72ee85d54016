package dev.sluice.controller.sync;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a scheduler does not see of its cluster.
///
/// @param unlisted sources that have not been listed yet
/// @param failing why sources cannot be listed or watched now
/// @param isWhole whether the engine has been told of all that existed at the start
public record SourceGaps(List<Source> unlisted, Map<Source, String> failing, boolean isWhole) {
    public SourceGaps {
        unlisted = List.copyOf(unlisted);
        Map<Source, String> ordered = new EnumMap<>(Source.class);
        ordered.putAll(failing);
        failing = Collections.unmodifiableMap(ordered);
    }

    /// Returns whether the scheduler has all lists and has entered them.
    public boolean isListed() {
        return unlisted.isEmpty() && isWhole;
    }

    /// Describes the gaps; empty if there are none.
    public Optional<String> sentence() {
        String lists = unlisted.stream().map(Source::text).collect(Collectors.joining(", "));
        // One reason often holds for all.
        Map<String, List<Source>> byReason = failing.keySet().stream().collect(Collectors.groupingBy(failing::get));
        String failures = byReason.entrySet().stream()
                .map(each -> each.getValue().stream().map(Source::text).collect(Collectors.joining(", ")) + " ("
                        + each.getKey() + ")")
                .sorted()
                .collect(Collectors.joining("; "));
        if (!lists.isEmpty()) {
            return Optional.of(
                    "waits for the lists of: " + lists + (failures.isEmpty() ? "" : "; cannot follow: " + failures));
        } else if (!failures.isEmpty()) {
            return Optional.of("the cluster cannot be followed: " + failures);
        }
        return isWhole ? Optional.empty() : Optional.of("enters what was listed");
    }
}
