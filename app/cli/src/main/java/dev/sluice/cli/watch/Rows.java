package dev.sluice.cli.watch;

import dev.sluice.controller.view.ClusterView;

/// What the rows of the picture are.
enum Rows {
    /// Nodes if there are few, else racks.
    auto,
    racks,
    nodes;

    /// More nodes than this do not fit on a screen.
    private static final int NODES_MAX = 32;

    Rows of(ClusterView view) {
        return this != auto ? this : view.nodes().size() > NODES_MAX ? racks : nodes;
    }
}
