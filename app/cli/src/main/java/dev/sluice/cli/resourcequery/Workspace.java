package dev.sluice.cli.resourcequery;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;

/// What the commands of a session share.
///
/// @param format how placements are printed
record Workspace(ResourceModel model, MatchFormat format, TextFiles files, JobRegister jobs, Outlets outlets) {
    static final String RULE = "INFO: =============================\n";

    /// The virtual time of a session stands still: "now" is always the graph's beginning.
    static final long NOW = 0;

    ResourceGraph graph() {
        return model.graph();
    }
}
