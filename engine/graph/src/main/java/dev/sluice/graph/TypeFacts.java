package dev.sluice.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What all vertices of a type have in common: their sizes, the types of their children, and the least that lies below
/// any of them. Follows every vertex that comes, goes or changes.
final class TypeFacts {
    private final Layout layout;
    private final ResourceGraph graph;

    /// By type: how often each size occurs.
    private Tally[] sizes = new Tally[0];

    private long[] largest = new long[0];
    private int[] pools = new int[0];
    private int[] inner = new int[0];
    private int poolCount;

    /// By type and child type: how many vertices have such children.
    private int[][] parents = new int[0][];

    /// By type and counted type: what lies at or below the vertices. Null until first asked for.
    private @Nullable Tally[][] totals = new Tally[0][];

    /// Whether several threads may ask, so that an answer must not be kept.
    private final boolean isShared;

    TypeFacts(Layout layout) {
        this.layout = layout;
        this.graph = layout.graph();
        this.isShared = false;
        resize();
    }

    TypeFacts(TypeFacts other, Layout layout) {
        this.layout = layout;
        this.graph = layout.graph();
        this.sizes = new Tally[other.sizes.length];
        Arrays.setAll(sizes, i -> new Tally(other.sizes[i]));
        this.largest = other.largest.clone();
        this.pools = other.pools.clone();
        this.inner = other.inner.clone();
        this.poolCount = other.poolCount;
        this.parents = new int[other.parents.length][];
        Arrays.setAll(parents, i -> other.parents[i].clone());
        this.totals = new Tally[other.totals.length][];
        for (int type = 0; type < totals.length; type++) {
            totals[type] = new Tally[other.totals[type].length];
            for (int i = 0; i < totals[type].length; i++) {
                Tally known = other.totals[type][i];
                totals[type][i] = known == null ? null : new Tally(known);
            }
        }
        this.isShared = true;
    }

    /// Makes room for new types.
    void resize() {
        int types = layout.typeCount();
        int old = sizes.length;
        if (types > old) {
            sizes = Arrays.copyOf(sizes, types);
            largest = Arrays.copyOf(largest, types);
            pools = Arrays.copyOf(pools, types);
            inner = Arrays.copyOf(inner, types);
            parents = Arrays.copyOf(parents, types);
            totals = Arrays.copyOf(totals, types);
        }
        for (int type = 0; type < types; type++) {
            sizes[type] = sizes[type] == null ? new Tally() : sizes[type];
            parents[type] = parents[type] == null ? new int[types] : Arrays.copyOf(parents[type], types);
            totals[type] = totals[type] == null
                    ? new Tally[layout.countedCount()]
                    : Arrays.copyOf(totals[type], layout.countedCount());
        }
    }

    /// Adds all vertices of a machine. Kinds are few, so sizes are counted by kind first.
    void addAll(int[] vertices, int count) {
        Map<Integer, int[]> byKind = new HashMap<>();
        int[] last = {0};
        int lastKind = -1;
        for (int i = 0; i < count; i++) {
            int vertex = vertices[i];
            if (graph.kindNumber(vertex) != lastKind) {
                lastKind = graph.kindNumber(vertex);
                last = byKind.computeIfAbsent(lastKind, _ -> new int[] {0, vertex});
            }
            last[0]++;
            int type = graph.typeNumber(vertex);
            inner[type] += layout.inner(vertex) == Layout.NOT_INNER ? 0 : 1;
            childTypesChanged(vertex, 0, layout.childTypes(vertex));
        }
        byKind.values().forEach(counted -> {
            int type = graph.typeNumber(counted[1]);
            sizes[type].add(graph.size(counted[1]), counted[0]);
            largest[type] = sizes[type].largest(0);
            pools[type] += graph.isDivisible(counted[1]) ? counted[0] : 0;
            poolCount += graph.isDivisible(counted[1]) ? counted[0] : 0;
        });
    }

    void add(int vertex) {
        change(vertex, 1);
    }

    void remove(int vertex) {
        change(vertex, -1);
    }

    private void change(int vertex, int sign) {
        int type = graph.typeNumber(vertex);
        boolean wasUneven = isUneven(type);
        changeSize(type, graph.size(vertex), sign);
        pools[type] += graph.isDivisible(vertex) ? sign : 0;
        poolCount += graph.isDivisible(vertex) ? sign : 0;
        inner[type] += layout.inner(vertex) == Layout.NOT_INNER ? 0 : sign;
        long children = layout.childTypes(vertex);
        childTypesChanged(vertex, sign > 0 ? 0 : children, sign > 0 ? children : 0);
        for (int counted = 0; counted < totals[type].length; counted++) {
            Tally tally = totals[type][counted];
            if (tally != null) {
                changeTally(tally, layout.total(vertex, counted), sign);
            }
        }
        if (wasUneven != isUneven(type)) {
            layout.vocabularyChanged();
        }
    }

    private void changeSize(int type, long size, int sign) {
        if (sign > 0) {
            sizes[type].add(size, 1);
        } else {
            sizes[type].remove(size);
        }
        largest[type] = sizes[type].largest(0);
    }

    private void changeTally(Tally tally, long value, int sign) {
        long before = tally.least(Long.MAX_VALUE);
        if (sign > 0) {
            tally.add(value, 1);
        } else {
            tally.remove(value);
        }
        if (before != tally.least(Long.MAX_VALUE)) {
            layout.vocabularyChanged();
        }
    }

    void resized(int vertex, long before) {
        int type = graph.typeNumber(vertex);
        boolean wasUneven = isUneven(type);
        changeSize(type, before, -1);
        changeSize(type, graph.size(vertex), 1);
        if (wasUneven != isUneven(type)) {
            layout.vocabularyChanged();
        }
    }

    void totalChanged(int vertex, int counted, long before, long after) {
        Tally tally = totals[graph.typeNumber(vertex)][counted];
        if (tally != null) {
            long least = tally.least(Long.MAX_VALUE);
            tally.remove(before);
            tally.add(after, 1);
            if (least != tally.least(Long.MAX_VALUE)) {
                layout.vocabularyChanged();
            }
        }
    }

    void childTypesChanged(int vertex, long before, long after) {
        int[] row = parents[graph.typeNumber(vertex)];
        for (long left = before ^ after; left != 0; left &= left - 1) {
            int type = Long.numberOfTrailingZeros(left);
            row[type] += ((after >>> type) & 1) == 1 ? 1 : -1;
        }
    }

    long leastTotal(int type, int counted) {
        Tally tally = totals[type][counted];
        if (tally == null) {
            tally = new Tally();
            for (int vertex = layout.firstInOrder();
                    vertex != ResourceGraph.NO_VERTEX;
                    vertex = layout.nextInOrder(vertex)) {
                if (graph.typeNumber(vertex) == type) {
                    tally.add(layout.total(vertex, counted), 1);
                }
            }
            totals[type][counted] = isShared ? null : tally;
        }
        return tally.least(Long.MAX_VALUE);
    }

    boolean isInner(int type) {
        return inner[type] > 0;
    }

    boolean isUneven(int type) {
        return pools[type] > 0 || sizes[type].distinct() > 1;
    }

    long largest(int type) {
        return largest[type];
    }

    boolean mayContain(int type, int childType) {
        return parents[type][childType] > 0;
    }

    boolean isPool(int type) {
        return pools[type] > 0;
    }

    boolean hasPools() {
        return poolCount > 0;
    }
}
