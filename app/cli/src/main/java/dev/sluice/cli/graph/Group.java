package dev.sluice.cli.graph;

import java.util.List;

/// Equal vertices with equal contents, counted together.
///
/// @param names such as `node[0-9999]`
/// @param size the size of each vertex: 8 for a memory bank of 8 GB
/// @param count the number below each vertex of the group above
/// @param total the number in all
/// @param up the number that is usable: neither they nor anything above them is down
/// @param used the number in use
/// @param free the number that is up and not in use
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

    /// Returns the group without the levels below this depth.
    Group upTo(int depth) {
        List<Group> kept = depth == 0
                ? List.of()
                : children.stream().map(child -> child.upTo(depth - 1)).toList();
        return new Group(names, type, unit, size, count, total, up, used, free, down, kept);
    }

    /// Returns the number of levels below.
    int levelsBelow() {
        return children.stream()
                .mapToInt(child -> 1 + child.levelsBelow())
                .max()
                .orElse(0);
    }
}
