package dev.sluice.graph.occupancy;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.plan.Timelines;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The filters of searches in the future: what is free of some counted types below each vertex and in groups of
/// vertices.
///
/// Cores are always planned. Other types are from the first search on that asks for them, since each planned type costs
/// time with every holding.
final class Plans {
    private final Layout layout;
    private final Timelines timelines;
    private final Uses uses;
    private final GroupedAmounts groupedAmounts;

    /// By counted type; null where no search has asked.
    private @Nullable FreeBelow[] free;

    /// The types that are planned.
    private FreeBelow[] planned = {};

    private int coreType;

    /// On a counting machine, the one pool that is all there is below the root: both have the same free cores,
    /// so one timeline does for them.
    private int rootPool;

    Plans(Layout layout, Timelines timelines, Uses uses) {
        this.layout = layout;
        this.timelines = timelines;
        this.uses = uses;
        this.groupedAmounts = new GroupedAmounts(layout);
        this.free = new FreeBelow[layout.countedCount()];
        this.coreType = Layout.NOT_COUNTED;
        makeRoom();
        this.rootPool = layout.onlyPoolBelowRoot(coreType);
    }

    /// Copies the timelines of all types. Groups are not copied.
    Plans(Plans other, Layout layout, Timelines timelines, Uses uses) {
        this.layout = layout;
        this.timelines = timelines;
        this.uses = uses;
        this.groupedAmounts = new GroupedAmounts(layout);
        this.coreType = other.coreType;
        this.rootPool = other.rootPool;
        this.free = new FreeBelow[other.free.length];
        for (int type = 0; type < free.length; type++) {
            FreeBelow known = other.free[type];
            free[type] = known == null ? null : new FreeBelow(known, layout, timelines, uses);
        }
        listPlanned();
    }

    private void listPlanned() {
        planned = Arrays.stream(free).filter(Objects::nonNull).toArray(FreeBelow[]::new);
    }

    /// Makes room for new vertices and types. The first core may be among them; then no timeline can be missing.
    void makeRoom() {
        if (free.length < layout.countedCount()) {
            free = Arrays.copyOf(free, layout.countedCount());
        }
        int cores = layout.counted(layout.graph().typeNumber(VertexKind.CORE));
        if (cores != coreType) {
            coreType = cores;
            free[cores] = new FreeBelow(layout, timelines, uses, cores);
            listPlanned();
        }
        for (FreeBelow known : planned) {
            known.makeRoom();
        }
    }

    /// The counted type of cores, or [Layout#NOT_COUNTED] on a machine without.
    int coreType() {
        return coreType;
    }

    /// The only pool below the root of a counting machine, or [ResourceGraph#NO_VERTEX].
    int rootPool() {
        return rootPool;
    }

    /// Whether the machine was a counting machine and has something else by now.
    boolean outgrowsRootPool() {
        return rootPool != ResourceGraph.NO_VERTEX && layout.onlyPoolBelowRoot(coreType) != rootPool;
    }

    /// From now on the root has a timeline of its own.
    void leaveRootPool() {
        rootPool = ResourceGraph.NO_VERTEX;
    }

    boolean isPlanned(int counted) {
        return free[counted] != null;
    }

    /// The types that are planned; not to be changed.
    FreeBelow[] planned() {
        return planned;
    }

    @Nullable
    FreeBelow of(int counted) {
        return counted == Layout.NOT_COUNTED ? null : free[counted];
    }

    /// Starts to plan a type of which nothing is known yet.
    FreeBelow start(int counted) {
        FreeBelow made = new FreeBelow(layout, timelines, uses, counted);
        free[counted] = made;
        listPlanned();
        return made;
    }

    /// Updates the totals above what a placement holds.
    ///
    /// @param always whether the placement may have caused an over-commitment; otherwise it can only have ended one
    void settle(Placement placement, boolean always) {
        if (!layout.graph().isTree()) {
            return;
        }
        for (FreeBelow known : planned) {
            // The only pool has no neighbours from which an over-commitment could be hidden.
            boolean isAlone = rootPool != ResourceGraph.NO_VERTEX && known.counted() == coreType;
            if (!isAlone && (always || known.hasCredits())) {
                known.settle(placement);
            }
        }
    }

    /// Follows the graph when a subtree is added below a vertex, or removed.
    ///
    /// @param sign whether it comes or goes
    void changed(int parent, int top, int sign) {
        for (FreeBelow known : planned) {
            known.totalChanged(parent, sign * layout.total(top, known.counted()));
        }
    }

    /// Follows the graph after a vertex was resized.
    void resized(int vertex, long change) {
        FreeBelow known = of(layout.counted(layout.graph().typeNumber(vertex)));
        if (known != null) {
            known.totalChanged(vertex, change);
            known.settleAbove(vertex);
        }
    }

    /// Forgets an inner vertex below which nothing is held.
    void drop(int inner) {
        for (FreeBelow known : planned) {
            known.drop(inner);
        }
    }

    /// Timelines of a type in the groups of a list; they are not maintained yet.
    GroupTimelines newGroups(OrderedVertices members, int counted) {
        FreeBelow known = of(counted);
        FreeBelow type = known == null ? new FreeBelow(layout, timelines, uses, Layout.NOT_COUNTED) : known;
        return new GroupTimelines(timelines, members, type, layout);
    }

    void add(GroupTimelines made) {
        FreeBelow type = of(made.counted());
        if (type != null) {
            type.groups().add(made);
        }
    }

    void remove(Groups gone) {
        for (FreeBelow type : planned) {
            GroupTimelines counted = gone.of(type.counted());
            if (counted != null) {
                type.groups().remove(counted);
            }
        }
    }

    /// Adds what a placement takes to all groups, or takes it off.
    ///
    /// @param entered as in [Occupancy]: of the entries behind these only what is below them counts
    void takeOfGroups(Placement placement, int entered, SpanSink spans) {
        for (FreeBelow type : planned) {
            takeOfGroups(placement, entered, type.counted(), type.groups(), spans);
        }
    }

    void takeOfGroups(Placement placement, int entered, int counted, List<GroupTimelines> of, SpanSink spans) {
        if (!of.isEmpty() && counted != Layout.NOT_COUNTED) {
            groupedAmounts.plan(placement, entered, counted, of, spans);
        }
    }
}
