package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One depth-first traversal of the graph for a match: its time window, its view, and the candidates found so far.
///
/// Each vertex is checked against the requests of its level. If its type is requested, its children must satisfy
/// the content of the request. If a slot comes next and the vertex has children of all the slot's types, as many
/// slots as possible are packed from them. A vertex that is not requested may be passed over only above the first
/// requested one. What a vertex chooses below itself is attached to it; candidates that it found but was not asked
/// to choose from go to its parent.
///
/// In a graph that is not a tree, [SharedVisits] keeps a vertex from being visited twice.
///
/// Reused for all matches, by one thread.
final class Walk {
    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final MatchPolicy policy;
    private final PolicyOrder order;
    private final Freshness freshness;
    private final Rankings rankings;
    private final int nodeType;
    private final MatchWindow outlook;

    final Ways ways = new Ways();
    private final Packing packing;
    private final Collector collector;
    private final List<Pile[]> piles = new ArrayList<>();

    private final SharedVisits visits;
    private Layout layout;
    private boolean isTree = true;

    private boolean estimates;
    private @Nullable GangSelection selection;

    /// By inner vertex: how the traversal reaches it, and for which view that was computed.
    private Reach[] reached = new Reach[0];

    private long[] reachedIn = new long[0];
    private long look;

    /// What the node above adds to the scores of the vertices below it.
    private long nodeScore;

    // The score of the last successful visit.
    private long visitScore;
    private long visitFree;
    private boolean visitExclusive;
    private boolean visitWhole;
    private int visitInside;

    Walk(
            ResourceGraph graph,
            Occupancy occupancy,
            MatchPolicy policy,
            Subsystems subsystems,
            PolicyOrder order,
            Freshness freshness,
            Rankings rankings) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.policy = policy;
        this.order = order;
        this.freshness = freshness;
        this.rankings = rankings;
        this.layout = occupancy.layout();
        this.nodeType = graph.typeNumber(VertexKind.NODE);
        this.outlook = new MatchWindow(graph, occupancy, subsystems);
        this.packing = new Packing(ways, policy);
        this.collector = new Collector(graph, layout, policy, ways);
        this.visits = new SharedVisits(graph, layout, policy, ways);
    }

    /// @param chooses reduces the candidates before the best are taken; null if all may be
    void begin(View view, long start, long end, Eligibility eligibility, @Nullable GangSelection chooses) {
        layout = occupancy.layout();
        isTree = graph.isTree();
        if (!isTree) {
            visits.begin();
        }
        selection = chooses;
        outlook.begin(view, start, end, eligibility);
        nodeScore = 0;
        ways.clear();
        look++;
        if (reached.length < layout.innerLimit()) {
            reached = new Reach[layout.innerLimit()];
            reachedIn = new long[layout.innerLimit()];
        }
    }

    /// Switches to another view, and estimates slots instead of packing them.
    ///
    /// @return restores the previous view
    Runnable lookFor(View bound) {
        Runnable back = outlook.lookFor(bound);
        estimates = true;
        look++;
        return () -> {
            back.run();
            estimates = false;
            look++;
        };
    }

    MatchWindow outlook() {
        return outlook;
    }

    /// Traverses the graph from the root.
    boolean fromRoot(CompiledResource[] wanted) {
        int root = graph.root();
        Pile[] found = piles(0, wanted.length);
        if (!visit(root, wanted, true, false, found, 1)) {
            return false;
        }
        boolean exclusive = visitExclusive;
        boolean whole = visitWhole;
        // The root has no parent: if it was itself requested, it is the only candidate.
        int own = CompiledResource.indexOf(wanted, graph.typeNumber(root));
        if (own >= 0) {
            found[own].add(ways.add(root, visitFree, exclusive, whole, visitInside), visitScore, visitFree);
        }
        return finish(wanted, found, exclusive, whole);
    }

    /// Chooses the best of what was found for the whole request.
    boolean finish(CompiledResource[] wanted, Pile[] found, boolean rootIsExclusive, boolean rootIsWhole) {
        if (selection != null && !selection.choose(found[0], ways)) {
            return false;
        }
        int chosen = choose(wanted, found);
        if (chosen == Ways.NONE) {
            return false;
        }
        if (isTree) {
            collector.start(layout, rootIsExclusive, rootIsWhole);
            collector.collect(chosen, graph.root());
        } else {
            visits.start(rootIsExclusive, rootIsWhole);
            visits.collect(chosen, graph.root());
        }
        return true;
    }

    /// The placement of the match that has just succeeded.
    ///
    /// @param like returned instead of a new placement if it is equal
    Placement placement(@Nullable Placement like) {
        return isTree ? collector.build(like) : visits.build();
    }

    Pile[] piles(int depth, int count) {
        while (piles.size() <= depth) {
            piles.add(new Pile[0]);
        }
        Pile[] at = piles.get(depth);
        if (at.length < count) {
            at = Arrays.copyOf(at, count);
            for (int i = 0; i < count; i++) {
                at[i] = at[i] == null ? new Pile() : at[i];
            }
            piles.set(depth, at);
        }
        for (int i = 0; i < count; i++) {
            at[i].clear();
        }
        return at;
    }

    /// Visits a vertex as a traversal from the root would, if it would reach it.
    ///
    /// @return whether it found candidates
    boolean visitReachable(int vertex, CompiledResource[] wanted, Pile[] found) {
        Reach above = reach(graph.parent(vertex), wanted);
        if (above == Reach.NOT) {
            return false;
        }
        nodeScore = order.scoreFromAbove(vertex);
        boolean served = consider(vertex, wanted, true, above == Reach.EXCLUSIVELY, found, 1);
        nodeScore = 0;
        return served;
    }

    /// How a traversal reaches a vertex that is not requested itself.
    private enum Reach {
        NOT,
        SHARED,
        EXCLUSIVELY
    }

    private Reach reach(int vertex, CompiledResource[] wanted) {
        if (vertex == ResourceGraph.NO_VERTEX) {
            return Reach.SHARED;
        }
        int inner = layout.inner(vertex);
        if (reachedIn[inner] != look) {
            reached[inner] = workOutReach(vertex, wanted);
            reachedIn[inner] = look;
        }
        return reached[inner];
    }

    private Reach workOutReach(int vertex, CompiledResource[] wanted) {
        Reach above = reach(graph.parent(vertex), wanted);
        // Below a requested vertex only the content of its request is searched for.
        if (above == Reach.NOT || CompiledResource.indexOf(wanted, graph.typeNumber(vertex)) >= 0) {
            return Reach.NOT;
        }
        boolean whole = asksForAll(vertex, wanted, -1);
        boolean exclusive = whole || above == Reach.EXCLUSIVELY;
        if (outlook.free(vertex) == 0 || !outlook.isUsable(vertex, exclusive, whole, wanted, -1)) {
            return Reach.NOT;
        }
        return exclusive ? Reach.EXCLUSIVELY : Reach.SHARED;
    }

    boolean isRootExclusive(CompiledResource[] wanted) {
        return asksForAll(graph.root(), wanted, -1);
    }

    /// Visits a child that may be requested itself or lead to requested vertices.
    ///
    /// @return whether it found candidates
    private boolean consider(
            int child, CompiledResource[] wanted, boolean pristine, boolean exclusive, Pile[] found, int depth) {
        int own = CompiledResource.indexOf(wanted, graph.typeNumber(child));
        if (own >= 0 && wanted[own].with.length == 0) {
            return considerLeaf(child, wanted, own, exclusive, found[own]);
        }
        if (!visit(child, wanted, pristine, exclusive, found, depth)) {
            return false;
        }
        if (own >= 0) {
            found[own].add(ways.add(child, visitFree, visitExclusive, visitWhole, visitInside), visitScore, visitFree);
        }
        return true;
    }

    /// Visits a requested vertex of which nothing below is requested.
    private boolean considerLeaf(int vertex, CompiledResource[] wanted, int own, boolean exclusive, Pile pile) {
        boolean whole = asksForAll(vertex, wanted, own);
        long free = outlook.free(vertex);
        if (free == 0 || !outlook.isUsable(vertex, exclusive || whole, whole, wanted, own)) {
            return false;
        }
        if (!isTree) {
            visits.mark(vertex);
        }
        boolean takesAll = whole || (exclusive && !graph.isDivisible(vertex));
        pile.add(ways.add(vertex, free, takesAll, whole, Ways.NONE), order.score(vertex, nodeScore), free);
        return true;
    }

    boolean visit(int vertex, CompiledResource[] wanted, boolean pristine, boolean exclusive, Pile[] above, int depth) {
        int own = CompiledResource.indexOf(wanted, graph.typeNumber(vertex));
        boolean whole = asksForAll(vertex, wanted, own);
        boolean takesAll = exclusive || whole;
        CompiledResource[] next = own >= 0 ? wanted[own].with : wanted;
        int slot = slotPackedHere(vertex, next);
        if (slot < 0 && own < 0 && !pristine) {
            return false;
        }
        long free = outlook.free(vertex);
        if (free == 0 || !outlook.isUsable(vertex, takesAll, whole, wanted, own)) {
            return false;
        }
        if (!isTree) {
            visits.mark(vertex);
        }
        long scoreAbove = nodeScore;
        if (policy.nodeCentric() && graph.typeNumber(vertex) == nodeType) {
            nodeScore = order.scoreBelow(vertex);
        }
        Pile[] found = piles(2 * depth, next.length);
        boolean served = slot >= 0
                ? packSlots(vertex, next, slot, found, depth)
                : explore(vertex, next, own < 0 && pristine, takesAll, 1, found, depth);
        nodeScore = scoreAbove;
        if (!served) {
            return false;
        }
        int inside = Ways.NONE;
        if (own < 0) {
            for (int i = 0; i < next.length; i++) {
                above[i].addAll(found[i]);
            }
        } else if (next.length > 0) {
            inside = choose(next, found);
            if (inside == Ways.NONE) {
                return false;
            }
        }
        visitFree = free;
        visitScore = order.score(vertex, nodeScore);
        visitExclusive = whole || (takesAll && !graph.isDivisible(vertex));
        visitWhole = whole;
        visitInside = inside;
        return true;
    }

    private boolean asksForAll(int vertex, CompiledResource[] wanted, int own) {
        return (own >= 0 && wanted[own].isExclusive)
                || (policy.nodeExclusive() && graph.typeNumber(vertex) == nodeType);
    }

    /// The index of the first slot whose parts are all children of this vertex, or -1.
    private int slotPackedHere(int vertex, CompiledResource[] next) {
        for (int i = 0; i < next.length; i++) {
            if (next[i].isSlot && holdsAny(vertex, next[i].alternatives)) {
                return i;
            }
        }
        return -1;
    }

    private boolean holdsAny(int vertex, CompiledResource[][] alternatives) {
        for (CompiledResource[] parts : alternatives) {
            if (holdsAll(vertex, parts)) {
                return true;
            }
        }
        return false;
    }

    boolean holdsAll(int vertex, CompiledResource[] parts) {
        for (CompiledResource part : parts) {
            if (!layout.hasChildOfType(vertex, part.type)) {
                return false;
            }
        }
        return true;
    }

    /// @param multiple how many times the requests will be satisfied: once per slot
    /// @return whether a leaf was reached or anything was found
    private boolean explore(
            int vertex,
            CompiledResource[] wanted,
            boolean pristine,
            boolean exclusive,
            long multiple,
            Pile[] found,
            int depth) {
        if (wanted.length == 0) {
            return true;
        }
        if (policy.stopsEarly()) {
            exploreFreshFirst(vertex, wanted, pristine, exclusive, multiple, found, depth);
        } else if (isTree && !pristine && !CompiledResource.hasSlots(wanted) && order.isFixed()) {
            exploreBestFirst(vertex, wanted, exclusive, multiple, found, depth);
        } else {
            for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
                if (isTree ? graph.isContainment(edge) : visits.approach(edge)) {
                    consider(graph.target(edge), wanted, pristine, exclusive, found, depth + 1);
                }
            }
        }
        for (int i = 0; i < wanted.length; i++) {
            if (found[i].size() > 0) {
                return true;
            }
        }
        return false;
    }

    /// Visits all children that may be part of one of several or-slots; which are needed is known only after all
    /// were visited.
    private boolean exploreAll(int vertex, CompiledResource[] wanted, Pile[] found, int depth) {
        boolean any = false;
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (isTree ? graph.isContainment(edge) : visits.approach(edge)) {
                any |= consider(graph.target(edge), wanted, false, true, found, depth + 1);
            }
        }
        return any;
    }

    private void exploreFreshFirst(
            int vertex,
            CompiledResource[] wanted,
            boolean pristine,
            boolean exclusive,
            long multiple,
            Pile[] found,
            int depth) {
        Freshness.Visitor children = freshness.childrenOf(vertex, depth);
        while (children.advance(wanted, outlook)) {
            if (isTree || visits.approach(vertex, children.vertex())) {
                consider(children.vertex(), wanted, pristine, exclusive, found, depth + 1);
            }
            if (isEnough(wanted, multiple, found)) {
                break;
            }
        }
    }

    /// Visits the best children first where only the children themselves can be requested, and stops as soon as
    /// there are enough.
    private void exploreBestFirst(
            int vertex, CompiledResource[] wanted, boolean exclusive, long multiple, Pile[] found, int depth) {
        Ranking ranking = wanted.length == 1 ? rankings.ofChildren(vertex) : null;
        if (ranking != null) {
            boolean whole = wanted[0].isExclusive || (exclusive && !occupancy.hasPools());
            outlook.seek(ranking, wanted[0], whole);
            for (int place = ranking.next(0); place >= 0; place = ranking.next(place + 1)) {
                if (consider(ranking.vertex(place), wanted, false, exclusive, found, depth + 1)
                        && isEnoughWhole(wanted, multiple, found)) {
                    break;
                }
            }
            return;
        }
        for (int child : order.childrenOf(vertex)) {
            if (consider(child, wanted, false, exclusive, found, depth + 1) && isEnoughWhole(wanted, multiple, found)) {
                break;
            }
        }
    }

    private static boolean isEnough(CompiledResource[] wanted, long multiple, Pile[] found) {
        for (int i = 0; i < wanted.length; i++) {
            if (found[i].total() / multiple < wanted[i].most) {
                return false;
            }
        }
        return true;
    }

    /// Vertices are allocated whole, so each slot may waste almost one of the largest.
    private boolean isEnoughWhole(CompiledResource[] wanted, long multiple, Pile[] found) {
        for (int i = 0; i < wanted.length; i++) {
            if (estimates ? found[i].size() < wanted[i].most : wanted[i].isUnevenInSlot) {
                return false;
            }
            long perSlot = wanted[i].most + found[i].largest() - 1;
            if (found[i].total() / multiple < perSlot) {
                return false;
            }
        }
        return true;
    }

    /// Packs as many slots as the vertex's children allow, the best children first.
    private boolean packSlots(int vertex, CompiledResource[] next, int slot, Pile[] found, int depth) {
        CompiledResource packed = next[slot];
        Pile[] inside = piles(2 * depth + 1, packed.with.length);
        if (packed.isOrSlot) {
            if (exploreAll(vertex, packed.with, inside, depth)) {
                packing.packMixture(packed, inside, graph, found[slot]);
            }
            return found[slot].size() > 0;
        }
        if (!explore(vertex, packed.with, false, true, packed.most, inside, depth)) {
            return false;
        }
        if (estimates) {
            packing.estimate(packed, inside, layout, found[slot]);
        } else {
            packing.pack(packed, inside, graph, found[slot]);
        }
        return found[slot].size() > 0;
    }

    /// Chooses the best candidates, as many as each request wants.
    ///
    /// @return the first of the list of chosen vertices, or [Ways#NONE] if candidates are missing
    private int choose(CompiledResource[] wanted, Pile[] found) {
        int first = Ways.NONE;
        int last = Ways.NONE;
        for (int i = 0; i < wanted.length; i++) {
            Pile pile = found[i];
            long missing = wanted[i].count.largestAvailable(pile.total());
            if (missing == 0) {
                return Ways.NONE;
            }
            pile.sort(policy);
            for (int j = 0; missing > 0; j++) {
                for (int way = pile.way(j); way != Ways.NONE; way = ways.next(way)) {
                    if (!wanted[i].isSlot && !ways.isExclusive(way)) {
                        ways.setAmount(way, Math.min(ways.amount(way), missing));
                    }
                    if (last == Ways.NONE) {
                        first = way;
                    } else {
                        ways.setNext(last, way);
                    }
                    last = way;
                }
                missing -= pile.count(j);
            }
        }
        return first;
    }
}
