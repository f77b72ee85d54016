package dev.sluice.cli.resourcequery;

/// What a session starts from, in flux-sched's words.
///
/// @param graphFile the file to load
/// @param loadFormat grug, jgf or rv1exec
/// @param policy a match policy's name
/// @param matchFormat how placements are printed
/// @param pruneFilters of which types the graph keeps count, such as `ALL:core,ALL:gpu`
record ResourceQueryOptions(
        String graphFile, String loadFormat, String policy, String matchFormat, String pruneFilters) {
    static final String DEFAULT_PRUNE_FILTERS = "ALL:core";
}
