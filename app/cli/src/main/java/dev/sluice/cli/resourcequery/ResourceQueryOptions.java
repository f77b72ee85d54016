package dev.sluice.cli.resourcequery;

import dev.sluice.graph.match.PruningFilters;

/// What a session starts from, in flux-sched's words.
///
/// @param timed whether to tell how long each match took
record ResourceQueryOptions(Source source, Matching matching, boolean timed) {
    /// Combinations that flux-sched has names for.
    static final String SUBSYSTEMS =
            "CA, IBA, IBBA, PFS1BA, PA, C+IBA, C+PFS1BA, C+PA, IB+IBBA, C+P+IBA, VA, V+PFS1BA or ALL";

    static final String DEFAULT_PRUNE_FILTERS = PruningFilters.DEFAULT;

    /// @param file the graph to load
    /// @param format grug, jgf, rv1exec, …
    /// @param subsystems on which to match: CA, PA, C+PA, …
    record Source(String file, String format, String subsystems) {}

    /// @param policy which resources are preferred
    /// @param format how placements are printed
    /// @param pruneFilters of which types the graph keeps count, such as `ALL:core,ALL:gpu`
    /// @param traverser simple, or flexible for requests with alternatives
    record Matching(String policy, String format, String pruneFilters, String traverser) {}
}
