package dev.sluice.graph.match;

import org.jspecify.annotations.Nullable;

/// The resources of a request that are searched for together, and the board that finds them if they are slots.
final class RequestPart {
    private final CompiledResource[] wanted;
    private @Nullable SlotBoard board;

    RequestPart(CompiledResource[] wanted) {
        this.wanted = wanted;
    }

    CompiledResource[] wanted() {
        return wanted;
    }

    /// Null before the board is used, and after it was dropped.
    @Nullable
    SlotBoard board() {
        SlotBoard known = board;
        return known == null || known.isDropped() ? null : known;
    }

    void setBoard(SlotBoard found) {
        board = found;
    }
}
