package dev.sluice.graph.occupancy;

import java.util.Arrays;

/// All that one job holds. Nearly always a single part.
final class Held {
    private static final Part[] NONE = {};

    private final Part first;
    private final Part[] more;

    Held(Part only) {
        this(only, NONE);
    }

    private Held(Part first, Part[] more) {
        this.first = first;
        this.more = more;
    }

    Part first() {
        return first;
    }

    int size() {
        return 1 + more.length;
    }

    Part part(int i) {
        return i == 0 ? first : more[i - 1];
    }

    Held with(Part another) {
        Part[] all = Arrays.copyOf(more, more.length + 1);
        all[more.length] = another;
        return new Held(first, all);
    }

    Held withPart(int i, Part other) {
        if (i == 0) {
            return new Held(other, more);
        }
        Part[] all = more.clone();
        all[i - 1] = other;
        return new Held(first, all);
    }

    /// Only if there are several.
    Held without(int i) {
        if (i == 0) {
            return new Held(more[0], Arrays.copyOfRange(more, 1, more.length));
        }
        Part[] rest = new Part[more.length - 1];
        System.arraycopy(more, 0, rest, 0, i - 1);
        System.arraycopy(more, i, rest, i - 1, more.length - i);
        return new Held(first, rest);
    }
}
