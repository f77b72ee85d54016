package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.jobspec.Count;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One depth-first traversal of the graph for a match: its time window, its view, and the candidates found so far.
///
/// Each vertex is checked against the requests of its [Level]:
///
/// 1. Its type is requested: it is a candidate if its children satisfy the content of the request. What it chooses
///    among them hangs below its entry in the [CandidateTree].
/// 2. A slot is requested, and the vertex has children of all the slot's types: as many slots as possible are packed
///    from them. Everything in a slot is exclusive.
/// 3. Otherwise it is passed over, which is possible only above the first requested vertex: its candidates go to its
///    parent.
///
/// For example, a request for 2 nodes with a slot of 2 cores, by the policy `high`:
///
/// ```
///   cluster                  passed over: candidates node1, node0
///     node1                  requested; a slot is packed here: {core3, core2}; {core1, core0} is not needed
///       core0 … core3
///     node0  (core0 is held) requested; a slot is packed here: {core3, core2}; core1 alone makes no slot
///       core0 … core3
///   chosen: node1 { core3 core2 }, node0 { core3 core2 }
/// ```
///
/// The policy decides how many children are visited. A `first` policy takes them in the order of [Freshness] and stops
/// when there are enough. Where the order of scores is fixed and only children can be requested, the best come first
/// and the rest is not visited. Else all are.
///
/// Cost: the vertices visited, each with the requests of its level, and a sort of the candidates at each vertex that
/// chooses. Nothing is allocated once the arrays have grown.
///
/// Invariants: an entry is in at most one list, so a vertex is chosen at most once unless it is a pool. A level of
/// depth d is in use only while a vertex above it is visited. The walk changes neither graph nor occupancy.
///
/// A walk that *estimates* finds bounds of the scores of slots instead of packing them; see [SlotBoard].
///
/// In a graph that is not a tree, [SharedVisits] keeps a vertex from being visited twice.
///
/// Reused for all matches, by one thread.
final class Walk {
    private final ResourceGraph graph;
    private final Availability availability;
    private final MatchPolicy policy;
    private final PolicyOrder order;
    private final Freshness freshness;
    private final Rankings rankings;
    private final int nodeType;
    private final MatchWindow window;
    private final boolean estimates;

    private final CandidateTree tree = new CandidateTree();
    private final Packing packing;
    private final Collector collector;
    private final List<Level> levels = new ArrayList<>();
    private final Level alone = new Level(0);

    private final SharedVisits visits;
    private Layout layout;
    private boolean isTree = true;

    private @Nullable GangSelection selection;

    /// What [#finish] chose.
    private int lastChosen;

    /// By inner vertex: how the traversal reaches it, and for which match that was computed.
    private Reach[] reached = new Reach[0];

    private long[] reachedIn = new long[0];
    private long matches;

    /// @param estimates whether slots are estimated instead of packed: the walk finds bounds of their scores
    Walk(
            ResourceGraph graph,
            Availability availability,
            MatchPolicy policy,
            PolicyOrder order,
            Freshness freshness,
            Rankings rankings,
            MatchWindow window,
            boolean estimates) {
        this.graph = graph;
        this.availability = availability;
        this.policy = policy;
        this.order = order;
        this.freshness = freshness;
        this.rankings = rankings;
        this.window = window;
        this.estimates = estimates;
        this.layout = availability.layout();
        this.nodeType = graph.typeNumber(VertexKind.NODE);
        this.packing = new Packing(tree, policy);
        this.collector = new Collector(graph, layout, policy, tree);
        this.visits = new SharedVisits(graph, layout, policy, tree);
    }

    /// @param chooses reduces the candidates before the best are taken; null if all may be
    void begin(View view, long start, long end, Eligibility eligibility, @Nullable GangSelection chooses) {
        layout = availability.layout();
        isTree = graph.isTree();
        if (!isTree) {
            visits.begin();
        }
        selection = chooses;
        window.begin(view, start, end, eligibility);
        tree.clear();
        collector.start(layout);
        matches++;
        if (reached.length < layout.innerLimit()) {
            reached = new Reach[layout.innerLimit()];
            reachedIn = new long[layout.innerLimit()];
        }
    }

    MatchWindow window() {
        return window;
    }

    /// Starts the candidates of a whole request.
    Level top(CompiledResource[] wanted) {
        Level top = level(0);
        top.begin(wanted, true, false, 1, 0);
        return top;
    }

    /// Traverses the graph from the root.
    boolean fromRoot(CompiledResource[] wanted) {
        Level top = top(wanted);
        return consider(graph.root(), top) && finish(top);
    }

    /// Chooses the best of what was found for a part of the request. The parts that follow get what is left.
    boolean finish(Level top) {
        if (selection != null && !selection.choose(top.found[0], tree)) {
            return false;
        }
        int chosen = choose(top);
        lastChosen = chosen;
        if (chosen == CandidateTree.NONE) {
            return false;
        }
        int root = graph.root();
        int own = CompiledResource.indexOf(top.wanted, graph.typeNumber(root));
        boolean isRootWhole = asksForAll(root, top.wanted, own);
        if (isTree) {
            collector.addRoot(isRootWhole);
            collector.collect(chosen, root);
        } else {
            visits.start(isRootWhole);
            visits.collect(chosen, root);
        }
        return true;
    }

    /// Claims what was chosen last, so that the next part of the request gets other resources.
    void claimChosen() {
        window.claims().add(tree, lastChosen);
        // What is reached may be claimed now.
        matches++;
        if (!isTree) {
            visits.again();
        }
    }

    /// The placement of the match that has just succeeded.
    ///
    /// @param like returned instead of a new placement if it is equal
    Placement placement(@Nullable Placement like) {
        return isTree ? collector.build(like) : visits.build();
    }

    private Level level(int depth) {
        while (levels.size() <= depth) {
            levels.add(new Level(levels.size()));
        }
        return levels.get(depth);
    }

    /// Visits a vertex as a traversal from the root would, if it would reach it, and adds what it finds.
    void visitReachable(int vertex, Level top) {
        Reach above = reach(graph.parent(vertex), top.wanted);
        if (above != Reach.NOT) {
            top.isExclusive = above == Reach.EXCLUSIVELY;
            top.nodeScore = order.scoreFromAbove(vertex);
            consider(vertex, top);
        }
    }

    /// The candidates at and below one vertex, if a traversal from the root would reach it. Valid until the next call.
    Candidates candidatesAt(int vertex, CompiledResource[] wanted) {
        alone.begin(wanted, true, false, 1, 0);
        visitReachable(vertex, alone);
        return alone.found[0];
    }

    /// As [#candidatesAt], without keeping what was found for other vertices: only the scores count.
    Candidates estimateAt(int vertex, CompiledResource[] wanted) {
        tree.clear();
        return candidatesAt(vertex, wanted);
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
        if (reachedIn[inner] != matches) {
            reached[inner] = workOutReach(vertex, wanted);
            reachedIn[inner] = matches;
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
        if (window.free(vertex) == 0 || !window.isUsable(vertex, exclusive, whole, wanted, -1)) {
            return Reach.NOT;
        }
        return exclusive ? Reach.EXCLUSIVELY : Reach.SHARED;
    }

    /// Visits a vertex that may be requested itself or lead to requested vertices, and adds what it finds.
    ///
    /// @return whether it found candidates
    private boolean consider(int vertex, Level level) {
        int own = CompiledResource.indexOf(level.wanted, graph.typeNumber(vertex));
        if (own < 0) {
            return passOver(vertex, level);
        }
        int entry = take(vertex, level, own);
        if (entry == CandidateTree.NONE) {
            return false;
        }
        level.found[own].add(entry, order.score(vertex, level.nodeScore), tree.amount(entry));
        return true;
    }

    /// Makes a requested vertex a candidate, with what it chooses below itself.
    ///
    /// @return its entry, or [CandidateTree#NONE] if it is not usable or has too little below it
    private int take(int vertex, Level level, int own) {
        boolean whole = asksForAll(vertex, level.wanted, own);
        boolean takesAll = level.isExclusive || whole;
        long free = window.free(vertex);
        if (free == 0 || !window.isUsable(vertex, takesAll, whole, level.wanted, own)) {
            return CandidateTree.NONE;
        }
        if (!isTree) {
            visits.mark(vertex);
        }
        CompiledResource request = level.wanted[own];
        int chosen = CandidateTree.NONE;
        if (request.with.length > 0) {
            chosen = request.parts.length == 1
                    ? chooseBelow(vertex, level, request.with, takesAll)
                    : chooseParts(vertex, level, request.parts, takesAll);
            if (chosen == CandidateTree.NONE) {
                return CandidateTree.NONE;
            }
        }
        boolean isExclusive = whole || (takesAll && !graph.isDivisible(vertex));
        return tree.add(vertex, free, isExclusive, whole, chosen);
    }

    private int chooseBelow(int vertex, Level level, CompiledResource[] content, boolean exclusive) {
        Level below = below(vertex, level, content, false, exclusive);
        int slot = slotPackedHere(vertex, content);
        boolean served = slot >= 0 ? packSlots(vertex, below, slot) : explore(vertex, below);
        return served ? choose(below) : CandidateTree.NONE;
    }

    /// Chooses part after part, each from what the parts before it leave.
    private int chooseParts(int vertex, Level level, CompiledResource[][] parts, boolean exclusive) {
        Claims claims = window.claims();
        int before = claims.count();
        int first = CandidateTree.NONE;
        for (CompiledResource[] part : parts) {
            int chosen = chooseBelow(vertex, level, part, exclusive);
            if (chosen == CandidateTree.NONE) {
                first = CandidateTree.NONE;
                break;
            }
            if (!estimates) {
                claims.add(tree, chosen);
            }
            first = tree.joined(first, chosen);
        }
        claims.backTo(before);
        return first;
    }

    /// Searches below a vertex that is not requested itself, and adds all candidates found there.
    ///
    /// @return whether there are any
    private boolean passOver(int vertex, Level level) {
        int slot = slotPackedHere(vertex, level.wanted);
        if (slot < 0 && !level.isPristine) {
            return false;
        }
        boolean whole = asksForAll(vertex, level.wanted, -1);
        boolean takesAll = level.isExclusive || whole;
        if (window.free(vertex) == 0 || !window.isUsable(vertex, takesAll, whole, level.wanted, -1)) {
            return false;
        }
        if (!isTree) {
            visits.mark(vertex);
        }
        Level below = below(vertex, level, level.wanted, true, takesAll);
        boolean served = slot >= 0 ? packSlots(vertex, below, slot) : explore(vertex, below);
        if (served) {
            level.addAll(below);
        }
        return served;
    }

    private Level below(int vertex, Level level, CompiledResource[] wanted, boolean pristine, boolean exclusive) {
        boolean isNode = policy.nodeCentric() && graph.typeNumber(vertex) == nodeType;
        Level below = level(level.depth + 1);
        below.begin(wanted, pristine, exclusive, 1, isNode ? order.scoreBelow(vertex) : level.nodeScore);
        return below;
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

    private boolean holdsAll(int vertex, CompiledResource[] parts) {
        for (CompiledResource part : parts) {
            if (!layout.hasChildOfType(vertex, part.type)) {
                return false;
            }
        }
        return true;
    }

    /// Visits the children of a vertex, as many as are needed.
    ///
    /// @return whether anything was found
    private boolean explore(int vertex, Level level) {
        if (policy.stopsEarly()) {
            exploreFreshFirst(vertex, level);
        } else if (isTree && !level.isPristine && !CompiledResource.hasSlots(level.wanted) && order.isFixed()) {
            exploreBestFirst(vertex, level);
        } else {
            exploreAll(vertex, level);
        }
        return level.hasCandidates();
    }

    private boolean exploreForSlot(int vertex, Level inside) {
        if (estimates || policy.preference() != MatchPolicy.Preference.CLASS) {
            return explore(vertex, inside);
        }
        // A slot takes the worst classes first.
        exploreAll(vertex, inside);
        return inside.hasCandidates();
    }

    private void exploreAll(int vertex, Level level) {
        for (int edge = graph.firstOut(vertex); edge != ResourceGraph.NO_EDGE; edge = graph.nextOut(edge)) {
            if (isTree ? graph.isContainment(edge) : visits.approach(edge)) {
                consider(graph.target(edge), level);
            }
        }
    }

    private void exploreFreshFirst(int vertex, Level level) {
        Freshness.Visitor children = freshness.childrenOf(vertex, level.depth);
        while (children.advance(level.wanted, window)) {
            int child = children.vertex();
            int own = CompiledResource.indexOf(level.wanted, graph.typeNumber(child));
            if (own >= 0 && level.isComplete(own)) {
                continue;
            }
            if (isTree || visits.approach(vertex, child)) {
                consider(child, level);
            }
            if (level.countShares()) {
                break;
            }
        }
    }

    /// Visits the best children first where only the children themselves can be requested, and stops as soon as
    /// there are enough.
    private void exploreBestFirst(int vertex, Level level) {
        CompiledResource[] wanted = level.wanted;
        Ranking ranking = wanted.length == 1 ? rankings.ofChildren(vertex) : null;
        if (ranking != null) {
            boolean whole = wanted[0].isExclusive || (level.isExclusive && !availability.hasPools());
            window.seek(ranking, wanted[0], whole);
            for (int place = ranking.next(0); place >= 0; place = ranking.next(place + 1)) {
                if (consider(ranking.vertex(place), level) && isEnoughWhole(level)) {
                    break;
                }
            }
            return;
        }
        for (int child : order.childrenOf(vertex)) {
            if (consider(child, level) && isEnoughWhole(level)) {
                break;
            }
        }
    }

    /// Vertices are allocated whole, so each slot may waste almost one of the largest.
    private boolean isEnoughWhole(Level level) {
        for (int i = 0; i < level.wanted.length; i++) {
            CompiledResource wanted = level.wanted[i];
            Candidates found = level.found[i];
            if (estimates ? found.size() < wanted.most : wanted.isUnevenInSlot) {
                return false;
            }
            long perSlot = wanted.most + found.largest() - 1;
            if (found.total() / level.multiple < perSlot) {
                return false;
            }
        }
        return true;
    }

    /// Packs as many slots as the vertex's children allow, the best children first.
    private boolean packSlots(int vertex, Level level, int slot) {
        CompiledResource packed = level.wanted[slot];
        Candidates slots = level.found[slot];
        Level inside = level(level.depth + 1);
        inside.begin(packed.with, false, true, packed.most, level.nodeScore);
        if (packed.isOrSlot) {
            // Which children are needed is known only after all were visited.
            if (policy.stopsEarly()) {
                exploreFreshFirst(vertex, inside);
            } else {
                exploreAll(vertex, inside);
            }
            packing.packMixture(packed, inside.found, graph, slots);
        } else if (exploreForSlot(vertex, inside)) {
            if (estimates) {
                packing.estimate(packed, inside.found, layout, slots);
            } else {
                packing.pack(packed, inside.found, graph, slots);
            }
        }
        return slots.size() > 0;
    }

    /// Chooses the best candidates, as many as each request wants.
    ///
    /// @return the first of the list of chosen vertices, or [CandidateTree#NONE] if candidates are missing
    private int choose(Level level) {
        int first = CandidateTree.NONE;
        int last = CandidateTree.NONE;
        for (int i = 0; i < level.wanted.length; i++) {
            CompiledResource wanted = level.wanted[i];
            Candidates found = level.found[i];
            long missing = wanted.count.largestAvailable(found.total());
            if (missing == 0 || (wanted.isOrSlot && !hasEnoughForAllKinds(wanted, found.total()))) {
                return CandidateTree.NONE;
            }
            if (level.depth == 0) {
                found.sortAtTop(policy);
            } else {
                found.sort(policy);
            }
            for (int j = 0; missing > 0; j++) {
                for (int entry = found.entry(j); entry != CandidateTree.NONE; entry = tree.next(entry)) {
                    if (!wanted.isSlot && !tree.isExclusive(entry)) {
                        tree.setAmount(entry, Math.min(tree.amount(entry), missing));
                    }
                    if (last == CandidateTree.NONE) {
                        first = entry;
                    } else {
                        tree.setNext(last, entry);
                    }
                    last = entry;
                }
                missing -= found.count(j);
            }
        }
        return first;
    }

    private static boolean hasEnoughForAllKinds(CompiledResource slots, long available) {
        for (Count count : slots.countsOfKinds) {
            if (count.largestAvailable(available) == 0) {
                return false;
            }
        }
        return true;
    }
}
