package dev.sluice.graph.match;

import java.util.Locale;
import java.util.Optional;

/// In which order candidates are preferred, and what a node means to it.
///
/// @param highFirst whether larger scores are better
/// @param nodeCentric whether candidates of one node are kept together, by a score that the node dominates
/// @param nodeExclusive whether a job that touches a node gets all of it
/// @param stopsEarly whether the first candidates found will do, without looking for better ones
public record MatchPolicy(
        String name, boolean highFirst, boolean nodeCentric, boolean nodeExclusive, boolean stopsEarly) {

    /// The names that [#named] knows.
    public static final String NAMES = "first, firstnodex, high, low, hinode, lonode, hinodex or lonodex";

    /// The policies that flux-sched names, as far as they differ in these four.
    public static Optional<MatchPolicy> named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "high" -> Optional.of(new MatchPolicy(name, true, false, false, false));
            case "low" -> Optional.of(new MatchPolicy(name, false, false, false, false));
            case "hinode" -> Optional.of(new MatchPolicy(name, true, true, false, false));
            case "lonode" -> Optional.of(new MatchPolicy(name, false, true, false, false));
            case "hinodex" -> Optional.of(new MatchPolicy(name, true, true, true, false));
            case "lonodex" -> Optional.of(new MatchPolicy(name, false, true, true, false));
            case "first" -> Optional.of(new MatchPolicy(name, true, true, false, true));
            case "firstnodex" -> Optional.of(new MatchPolicy(name, true, true, true, true));
            default -> Optional.empty();
        };
    }
}
