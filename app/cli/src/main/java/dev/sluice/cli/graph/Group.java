package dev.sluice.cli.graph;

import java.util.List;

/// Vertices that are alike, and what is below them, taken together.
///
/// @param names such as `node[0-9999]`
/// @param size how much of it each vertex is: 8 for a memory bank of 8 GB
/// @param count how many there are below each vertex of the group above
/// @param total how many there are in all
/// @param up how many of them can be used: neither they nor anything above them is down
/// @param used how many of all somebody uses
/// @param free how many can be used, and nobody does
/// @param down the names of those that are down themselves; empty if none is
record Group(
        String names,
        String type,
        String unit,
        long size,
        long count,
        long total,
        long up,
        long used,
        long free,
        String down,
        List<Group> children) {

    /// The same without what is more than so many levels below.
    Group upTo(int depth) {
        List<Group> kept = depth == 0
                ? List.of()
                : children.stream().map(child -> child.upTo(depth - 1)).toList();
        return new Group(names, type, unit, size, count, total, up, used, free, down, kept);
    }

    /// How many levels there are below.
    int levelsBelow() {
        return children.stream()
                .mapToInt(child -> 1 + child.levelsBelow())
                .max()
                .orElse(0);
    }
}
