package dev.sluice.scheduling.machine;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.queue.Holder;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/// The machine as the engine sees it: its graph, what jobs, other schedulers and windows hold, and which nodes are
/// closed.
///
/// Facts about the machine come from its driver and are entered as they are, even where they contradict what the
/// engine has planned: pods of other schedulers may over-commit a node, and a node may shrink below what is held.
/// What is held of a node that is removed, or not there yet, is kept by path and entered when the node appears.
///
/// It is hard because reports come in any order, and contradict each other for a while: the pods before their
/// node, the node before its GPUs, three pods of 4 GPUs on a node of 8. So what is held has two forms:
/// entered in the graph, or waiting for a path.
///
/// ```
///   job, window     shares by path      entered | waiting, share by share
///   foreign work    amounts of a node   entered as far as possible; entered anew when the node changes
/// ```
///
/// Invariants:
/// - What a job or window holds is entered or waits, each share in one of both, and nothing of it is lost
///   when vertices come, go and move.
/// - The units that foreign work over-commits stay taken until so much is released that it has enough; see
///   `enterSharedUnitsAgain`.
/// - A node is down in the graph if and only if it has a reason to be closed.
/// - A change visits what is held of the vertices concerned, not the rest of the machine.
public final class MachineState {
    private final ResourceModel model;
    private final SharePaths paths;
    private final ClosedNodes closed = new ClosedNodes();
    private final OtherHolders others = new OtherHolders();
    private final WaitingShares waiting = new WaitingShares();

    /// When a job holds its resources, for shares that are entered again.
    private final LongFunction<Span> times;

    /// The latest time that was reported.
    private long nowNanos;

    /// @param times the start and expected end of a job by its number in the graph
    public MachineState(ResourceModel model, LongFunction<Span> times) {
        this.model = model;
        this.paths = new SharePaths(model);
        this.times = times;
    }

    public ResourceModel model() {
        return model;
    }

    public OtherHolders others() {
        return others;
    }

    public ClosedNodes closed() {
        return closed;
    }

    /// Copies the present state for readers on other threads.
    public MachineCopy copy() {
        List<Holding> holdings = model.occupancy().holdings();
        for (Holding holding : holdings) {
            if (HolderNumbers.isJob(holding.job())) {
                // Lists what a job holds whole, which needs this very graph. Other schedulers hold nothing whole.
                holding.placement().size();
            }
        }
        return new MachineCopy(
                model.graphCopy(),
                holdings,
                new ArrayList<>(others.foreign()),
                new ArrayList<>(others.windows()),
                closed.copy(),
                model.ports().claims());
    }

    public List<Share> shares(Placement placement) {
        return paths.shares(placement);
    }

    /// Returns the placement of what a holder has of vertices that are there.
    public Placement placement(long number) {
        return placement(sharesOf(number));
    }

    /// Returns the placement of those shares whose vertices are there.
    public Placement placement(List<Share> shares) {
        return paths.placement(shares, new ArrayList<>());
    }

    /// Returns what a job or window holds of vertices that are not there.
    public List<Share> waitingShares(long number) {
        return waiting.of(number);
    }

    /// Returns the vertex with this path, which is full or begins with a node's name.
    public OptionalInt vertex(String path) {
        return paths.find(path);
    }

    /// Returns the path by which records name a node, which may be gone: its name, unless that is ambiguous.
    ///
    /// @param path its full path, perhaps an old one, or its name
    public String recorded(String path) {
        return paths.ofNode(path);
    }

    /// Returns the full path of a node that records name; what they name it if it is not there.
    public String path(String recorded) {
        OptionalInt vertex = vertex(recorded);
        return vertex.isPresent() ? model.graph().path(vertex.getAsInt()) : recorded;
    }

    /// Enters a placement that a match has just found.
    public void hold(long number, Placement placement, Span span, boolean isReserved) {
        model.hold(new Holding(number, placement, span.startNanos(), span.endNanos(), isReserved));
    }

    /// Enters what is held in fact, free or not. Shares of vertices that are not there wait for them.
    public void enter(long number, List<Share> shares, Span span, boolean isReserved) {
        List<Share> missing = new ArrayList<>();
        Placement placement = paths.placement(shares, missing);
        if (placement.entryCount() > 0) {
            model.force(new Holding(number, placement, span.startNanos(), span.endNanos(), isReserved));
        }
        missing.forEach(share -> waiting.add(number, share));
    }

    /// Returns the shares of parts that are on nodes already, whether or not their resources are free there. Which
    /// of its units a part uses is not known: free ones are chosen where there are any.
    public List<Share> sharesFor(List<NodeUse> parts) {
        Map<String, SortedMap<String, Long>> byNode = new TreeMap<>();
        for (NodeUse part : parts) {
            SortedMap<String, Long> sums = byNode.computeIfAbsent(part.node(), _ -> new TreeMap<>());
            part.amounts().forEach((type, amount) -> sums.merge(type, amount, Long::sum));
        }
        List<Share> shares = new ArrayList<>();
        byNode.forEach((node, amounts) -> vertex(node)
                .ifPresent(vertex -> shares.addAll(
                        paths.shares(NodeAmounts.enter(model, vertex, amounts).placement()))));
        return shares;
    }

    /// Releases all that a holder has.
    public void release(long number) {
        Set<String> nodes = others.hasSharedUnits() ? nodesOf(number) : Set.of();
        model.cancel(number);
        waiting.remove(number);
        nodes.forEach(this::enterSharedUnitsAgain);
    }

    /// Returns the paths of the nodes of which a holder has something.
    private Set<String> nodesOf(long number) {
        Set<String> nodes = new TreeSet<>();
        for (Holding holding : model.occupancy().holdings(number)) {
            Placement placement = holding.placement();
            for (int i = 0; i < placement.entryCount(); i++) {
                if (placement.isWhole(i)) {
                    model.graph().forEachBelow(placement.entryVertex(i), below -> addNode(below, nodes));
                }
                addNode(placement.entryVertex(i), nodes);
            }
        }
        return nodes;
    }

    private void addNode(int vertex, Set<String> nodes) {
        if (model.graph().isNode(vertex)) {
            nodes.add(model.graph().path(vertex));
        }
    }

    /// Returns all that a holder has, also of vertices that are not there; in the order of their paths.
    public List<Share> sharesOf(long number) {
        Map<String, Share> byPath = new TreeMap<>();
        List<Share> all = new ArrayList<>(waiting.of(number));
        model.occupancy().holdings(number).forEach(holding -> all.addAll(paths.shares(holding.placement())));
        for (Share share : all) {
            byPath.merge(
                    share.path(),
                    share,
                    (one, other) -> new Share(one.path(), one.amount() + other.amount(), one.use()));
        }
        return List.copyOf(byPath.values());
    }

    /// Returns what a job holds for one of its parts. Costs as much as the job holds on that node.
    public List<Share> sharesOf(long number, NodeUse part) {
        String node = paths.ofNode(part.node());
        return new PartShares(model.graph(), paths, sharesBelow(number, node)).of(new NodeUse(node, part.amounts()));
    }

    /// Returns what a holder has of a node, beginning with what waits. That may be something of a node that is there,
    /// too: before its device plug-in has reported, it has no GPUs to hold. What waits is released first, so that
    /// what the node has of them stays held by the others.
    private List<Share> sharesBelow(long number, String path) {
        List<Share> shares = new ArrayList<>(waiting.of(number, path));
        vertex(path).ifPresent(vertex -> shares.addAll(sharesBelow(number, vertex)));
        return shares;
    }

    private List<Share> sharesBelow(long number, int vertex) {
        List<Share> shares = new ArrayList<>();
        model.occupancy()
                .visitShares(
                        number,
                        vertex,
                        (at, amount, isExclusive, isWhole) ->
                                shares.add(new Share(paths.path(at), amount, SharePaths.use(isExclusive, isWhole))));
        return shares;
    }

    /// Returns the nodes of so many parts of a job, each as often as the job has parts there. Visits only as many
    /// nodes as it must.
    ///
    /// First come the names of nodes where the job waits for all of a part's amounts, since they are not there.
    /// Then come the paths of the others, the last of the machine first.
    public List<String> nodesOfParts(long number, Map<String, Long> amounts, int most) {
        List<String> waits = new PartShares(model.graph(), paths, waiting.of(number)).nodesOfParts(amounts);
        List<String> nodes = new ArrayList<>(waits);
        int before = ResourceGraph.NO_VERTEX;
        while (nodes.size() < most) {
            int last = model.occupancy().lastShareBefore(number, before);
            if (last == ResourceGraph.NO_VERTEX) {
                break;
            }
            before = nodeAbove(last);
            String path = paths.path(before);
            int parts = new PartShares(model.graph(), paths, sharesBelow(number, path))
                    .nodesOfParts(amounts)
                    .size();
            nodes.addAll(Collections.nCopies(
                    Math.max(0, parts - Collections.frequency(waits, path)),
                    model.graph().path(before)));
        }
        return nodes.subList(0, Math.min(nodes.size(), Math.max(0, most)));
    }

    /// Returns the node of a vertex; of a vertex on no node, the vertex that contains it.
    private int nodeAbove(int vertex) {
        ResourceGraph graph = model.graph();
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            if (graph.isNode(above)) {
                return above;
            }
        }
        return vertex == graph.root() ? vertex : graph.parent(vertex);
    }

    /// Releases some of what a holder has; the rest is not looked at.
    public void reduce(long number, Share share) {
        OptionalInt vertex = vertex(share.path());
        if (vertex.isEmpty()) {
            waiting.reduce(number, share);
            return;
        }
        boolean isShared = share.use() == Share.Use.SHARED;
        if (isShared && share.amount() < model.occupancy().amountAt(number, vertex.getAsInt())) {
            model.occupancy().reduceAt(number, vertex.getAsInt(), share.amount());
        } else {
            model.releaseAt(number, vertex.getAsInt());
        }
        enterSharedUnitsAgain(vertex.getAsInt());
    }

    /// Changes the expected end of a job.
    public void setEnd(long number, long endNanos) {
        if (model.occupancy().isHolding(number)) {
            model.setEnd(number, endNanos);
        }
    }

    /// Enters another scheduler's work, or replaces what it held.
    ///
    /// @return whether anything has changed: the same report may come twice
    public boolean enter(ForeignUse use, long nowNanos) {
        OtherHolders.Foreign known = others.foreign(use.id());
        if (known != null && known.use().equals(use) && known.isComplete()) {
            return false;
        }
        this.nowNanos = Math.max(this.nowNanos, nowNanos);
        if (known != null) {
            remove(known);
        }
        long number = others.newNumber();
        model.ports().claim(number, use.hostPorts());
        OptionalInt node = vertex(use.node());
        boolean isComplete = node.isPresent();
        boolean sharesUnits = false;
        if (node.isPresent()) {
            NodeAmounts.Entered entered = NodeAmounts.enter(model, node.getAsInt(), use.amounts());
            isComplete = entered.missing().isEmpty();
            sharesUnits = entered.sharesUnits();
            long end = Math.max(use.endNanos(), nowNanos + 1);
            model.force(new Holding(number, entered.placement(), nowNanos, end, false));
        }
        others.add(new OtherHolders.Foreign(use, number, isComplete, sharesUnits));
        return true;
    }

    public void remove(OtherHolders.Foreign foreign) {
        leave(foreign);
        enterSharedUnitsAgain(foreign.use().node());
    }

    private void leave(OtherHolders.Foreign foreign) {
        model.cancel(foreign.number());
        model.ports().release(foreign.number());
        others.remove(foreign);
    }

    /// Gives foreign work that over-commits units those that have just been released or added. Three pods of 4 GPUs
    /// on a node of 8 share some; when one ends, all 8 are in use all the same. Two pods of 4 on a node of 7 share
    /// one; when the eighth appears, it is in use.
    ///
    /// @param node its path
    private void enterSharedUnitsAgain(String node) {
        for (OtherHolders.Foreign foreign : others.sharingUnitsOn(node)) {
            leave(foreign);
            enter(foreign.use(), nowNanos);
        }
    }

    private void enterSharedUnitsAgain(int vertex) {
        if (others.hasSharedUnits()) {
            enterSharedUnitsAgain(model.graph().path(nodeAbove(vertex)));
        }
    }

    /// Enters a window, even if work still runs inside it.
    public void enter(Holder.Window window, List<Share> shares, Span span, long nowNanos) {
        long number = others.newNumber();
        enter(number, shares, span, span.startNanos() > nowNanos);
        others.add(new OtherHolders.Window(window, span, number));
    }

    /// Allocates what windows have reserved whose time has come. What is allocated adds to what is overdue; what is
    /// reserved does not, since it is expected to be free by then.
    public void beginWindows(long nowNanos) {
        for (OtherHolders.Window window = others.takeBegun(nowNanos);
                window != null;
                window = others.takeBegun(nowNanos)) {
            List<Holding> parts = model.occupancy().holdings(window.number());
            model.cancel(window.number());
            for (Holding part : parts) {
                model.force(new Holding(part.job(), part.placement(), part.start(), part.end(), false));
            }
        }
    }

    public void remove(OtherHolders.Window window) {
        release(window.number());
        others.remove(window);
    }

    /// Adds or removes a reason for which a node is closed.
    ///
    /// @param node its path or, as records have it, its name; if the node is not there, only a quarantine is kept
    /// @return whether the node has closed or opened
    public boolean setClosed(String node, ClosedReason reason, boolean holds) {
        OptionalInt vertex = vertex(node);
        if (vertex.isEmpty()) {
            if (reason == ClosedReason.QUARANTINED) {
                closed.setQuarantinedAway(paths.ofNode(node), holds);
            }
            return false;
        }
        boolean isChanged = closed.set(model.graph().path(vertex.getAsInt()), reason, holds);
        if (isChanged) {
            model.graph().setDown(vertex.getAsInt(), holds);
        }
        return isChanged;
    }

    /// Adds vertices, and enters what is held of them.
    ///
    /// @throws GraphException if the graph refuses them; nothing has changed then
    public void attach(ResourceGraph part, long nowNanos) {
        this.nowNanos = Math.max(this.nowNanos, nowNanos);
        BitSet isNew = new BitSet();
        for (int i = 0; i < part.vertexCount(); i++) {
            isNew.set(i, !part.isRemoved(i) && vertex(part.path(i)).isEmpty());
        }
        long before = model.graph().version();
        model.attach(part);
        for (int i = isNew.nextSetBit(0); i >= 0; i = isNew.nextSetBit(i + 1)) {
            paths.added(vertex(part.path(i)).orElseThrow());
        }
        paths.changed(before);
        for (int i = isNew.nextSetBit(0); i >= 0; i = isNew.nextSetBit(i + 1)) {
            boolean isBelowNew = part.parent(i) != ResourceGraph.NO_VERTEX && isNew.get(part.parent(i));
            enterHeldOf(part.path(i), part.isNode(i), !isBelowNew, nowNanos);
        }
        for (int i = 0; i < part.vertexCount(); i++) {
            if (!part.isRemoved(i) && part.isNode(i)) {
                enterForeignOn(part.path(i), nowNanos);
                enterSharedUnitsAgain(part.path(i));
            }
        }
    }

    /// Enters what jobs and windows hold of a new vertex and of everything below it. A new node that was in quarantine
    /// still is.
    private void enterHeldOf(String path, boolean isNode, boolean isTop, long nowNanos) {
        int vertex = vertex(path).orElseThrow();
        String inShares = paths.path(vertex);
        if (isNode && closed.returned(inShares, path)) {
            model.graph().setDown(vertex, true);
        }
        if (waiting.isEmpty()) {
            return;
        }
        if (isTop) {
            enterWaiting(path, nowNanos);
        }
        if ((isTop || isNode) && !inShares.equals(path)) {
            enterWaiting(inShares, nowNanos);
        }
    }

    private void enterWaiting(String path, long nowNanos) {
        waiting.takeBelow(path).forEach((number, shares) -> {
            Holder other = others.holder(number);
            Span span = other instanceof Holder.Window window ? windowSpan(window) : times.apply(number);
            // A job past its expected end is overdue then, as it was before.
            long endNanos = other == null ? span.startNanos() + 1 : nowNanos + 1;
            Span rest = new Span(span.startNanos(), Math.max(span.endNanos(), endNanos));
            enter(number, shares, rest, rest.startNanos() > nowNanos);
        });
    }

    private Span windowSpan(Holder.Window window) {
        OtherHolders.Window entry = others.window(window.id());
        if (entry == null) {
            throw new IllegalStateException("there is no window (" + window.id() + ")");
        }
        return entry.span();
    }

    /// Enters work of other schedulers that waits for a node or for some of its resources.
    private void enterForeignOn(String node, long nowNanos) {
        for (OtherHolders.Foreign foreign : others.foreignOn(node)) {
            if (!foreign.isComplete()) {
                enter(foreign.use(), nowNanos);
            }
        }
    }

    /// Changes the size of a vertex, also below what is held.
    public void resize(String path, long size, long nowNanos) {
        int vertex = vertex(path).orElseThrow();
        long before = model.graph().version();
        model.resize(vertex, size);
        paths.changed(before);
        for (int above = vertex;
                above != ResourceGraph.NO_VERTEX;
                above = model.graph().parent(above)) {
            if (model.graph().isNode(above)) {
                enterForeignOn(model.graph().path(above), nowNanos);
            }
        }
    }

    /// Removes a vertex with everything below it. What is held there is kept until the vertex returns.
    public void remove(String path) {
        int vertex = vertex(path).orElseThrow();
        if (vertex == model.graph().root()) {
            throw new GraphException("%s is the root, which cannot be removed".formatted(path));
        }
        Set<OtherHolders.Foreign> losing = new LinkedHashSet<>();
        for (long holder : holdersBelow(vertex)) {
            if (!(others.holder(holder) instanceof Holder.Foreign it)) {
                detach(holder, vertex);
            } else if (hasBelow(holder, vertex) && others.foreign(it.id()) != null) {
                losing.add(others.foreign(it.id()));
            }
        }
        List<Integer> below = new ArrayList<>();
        model.graph().forEachBelow(vertex, below::add);
        for (int each : below) {
            if (model.graph().isNode(each)) {
                String inGraph = model.graph().path(each);
                closed.removed(inGraph, paths.path(each));
                others.foreignOn(inGraph).forEach(this::detach);
                losing.removeIf(foreign -> foreign.use().node().equals(inGraph));
            }
        }
        losing.forEach(this::leave);
        long before = model.graph().version();
        below.forEach(paths::removing);
        model.remove(vertex);
        paths.changed(before);
        // Foreign work whose node stays gets others of its units, or waits for what is missing.
        losing.forEach(foreign -> enter(foreign.use(), nowNanos));
    }

    private boolean hasBelow(long number, int vertex) {
        return !sharesBelow(number, vertex).isEmpty();
    }

    /// Gives a vertex another path, as when a node moves to another rack. What is held there moves along, and so does
    /// a quarantine.
    ///
    /// @param part a graph with the vertex at its new path
    /// @throws GraphException if the graph refuses it there; nothing has changed then
    public void move(String from, String to, ResourceGraph part, long nowNanos) {
        model.checkReplacement(vertex(from).orElseThrow(), part);
        remove(from);
        waiting.rename(from, to);
        for (OtherHolders.Foreign foreign : others.foreignOn(from)) {
            others.remove(foreign);
            ForeignUse use = foreign.use();
            ForeignUse moved = new ForeignUse(use.id(), to, use.amounts(), use.hostPorts(), use.endNanos());
            others.add(new OtherHolders.Foreign(moved, foreign.number(), false, false));
        }
        attach(part, nowNanos);
    }

    private Set<Long> holdersBelow(int vertex) {
        if (model.graph().isTree()) {
            return model.occupancy().holdersBelow(vertex);
        }
        return model.occupancy().holdings().stream().map(Holding::job).collect(Collectors.toCollection(TreeSet::new));
    }

    private void detach(long number, int vertex) {
        List<Share> shares = sharesBelow(number, vertex);
        if (!shares.isEmpty()) {
            model.releaseAt(number, vertex);
            shares.forEach(share -> waiting.add(number, share));
        }
    }

    private void detach(OtherHolders.Foreign foreign) {
        model.cancel(foreign.number());
        others.remove(foreign);
        others.add(new OtherHolders.Foreign(foreign.use(), foreign.number(), false, false));
    }
}
