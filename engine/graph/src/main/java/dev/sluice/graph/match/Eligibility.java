package dev.sluice.graph.match;

import java.util.BitSet;

/// The vertices that a match may use, apart from what is held. Nodes are refused one by one; all other vertices are
/// admitted.
final class Eligibility {
    static final Eligibility ALL = new Eligibility();

    private final BitSet refused = new BitSet();

    /// Whether any vertex is refused; read first, since mostly none is.
    private boolean refusesAny;

    boolean admits(int vertex) {
        return !refusesAny || !refused.get(vertex);
    }

    boolean admitsAll() {
        return !refusesAny;
    }

    void set(int vertex, boolean isAdmitted) {
        refused.set(vertex, !isAdmitted);
        refusesAny = !refused.isEmpty();
    }

    void admitAll() {
        refused.clear();
        refusesAny = false;
    }

    /// Refuses what the other one refuses, and the vertices of the set.
    void become(Eligibility other, BitSet more) {
        refused.clear();
        refused.or(other.refused);
        refused.or(more);
        refusesAny = !refused.isEmpty();
    }
}
