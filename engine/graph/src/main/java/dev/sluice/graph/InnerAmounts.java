package dev.sluice.graph;

import java.util.Arrays;

/// An amount of each counted type for each inner vertex.
///
/// The amounts of a vertex lie beside each other: an allocation reads all types of a few vertices, which are seldom in
/// the processor's caches.
public final class InnerAmounts {
    private long[] cells;
    private int types;
    private int inners;

    public InnerAmounts(int inners, int types) {
        this.cells = new long[Math.multiplyExact(inners, types)];
        this.inners = inners;
        this.types = types;
    }

    public InnerAmounts(InnerAmounts other) {
        this.cells = other.cells.clone();
        this.inners = other.inners;
        this.types = other.types;
    }

    /// How many counted types there are.
    public int types() {
        return types;
    }

    public long get(int inner, int type) {
        return cells[inner * types + type];
    }

    public void set(int inner, int type, long amount) {
        cells[inner * types + type] = amount;
    }

    public void add(int inner, int type, long amount) {
        cells[inner * types + type] += amount;
    }

    /// Sets the amounts of all types to zero.
    public void clear(int inner) {
        Arrays.fill(cells, inner * types, (inner + 1) * types, 0);
    }

    /// Makes room for more inner vertices or types, which start with zero.
    public void grow(int moreInners, int moreTypes) {
        if (moreTypes > types) {
            long[] wider = new long[Math.multiplyExact(Math.max(inners, moreInners), moreTypes)];
            for (int inner = 0; inner < inners; inner++) {
                System.arraycopy(cells, inner * types, wider, inner * moreTypes, types);
            }
            cells = wider;
            types = moreTypes;
            inners = Math.max(inners, moreInners);
        } else if (moreInners > inners) {
            cells = Arrays.copyOf(cells, Math.multiplyExact(moreInners, types));
            inners = moreInners;
        }
    }
}
