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
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.LongFunction;

/// The machine as the engine sees it: its graph, what jobs, other schedulers and windows hold, and which nodes are
/// closed.
///
/// Facts about the machine come from its driver and are entered as they are, even where they contradict what the
/// engine has planned: pods of other schedulers may over-commit a node, and a node may shrink below what is held.
/// What is held of a node that is removed, or not there yet, is kept by path and entered when the node appears.
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

    public List<Share> shares(Placement placement) {
        return paths.shares(placement);
    }

    /// Returns the placement of what a holder has of vertices that are there.
    public Placement placement(long number) {
        return paths.placement(sharesOf(number), new ArrayList<>());
    }

    /// Returns what a job or window holds of vertices that are not there.
    public List<Share> waitingShares(long number) {
        return waiting.of(number);
    }

    public OptionalInt vertex(String path) {
        return model.graph().findByPath(path);
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

    /// Releases all that a holder has.
    public void release(long number) {
        model.cancel(number);
        waiting.remove(number);
        enterSharedUnitsAgain();
    }

    /// Releases what a holder has of a vertex and everything below it.
    public void releaseBelow(long number, String path) {
        vertex(path).ifPresent(vertex -> model.releaseAt(number, vertex));
        waiting.remove(number, path);
        enterSharedUnitsAgain();
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
        return new PartShares(model.graph(), sharesBelow(number, part.node())).of(part);
    }

    private List<Share> sharesBelow(long number, String path) {
        OptionalInt vertex = vertex(path);
        if (vertex.isEmpty()) {
            return waiting.of(number).stream()
                    .filter(share -> share.isBelow(path))
                    .toList();
        }
        List<Share> shares = new ArrayList<>();
        int[] last = {ResourceGraph.NO_VERTEX};
        model.occupancy().visitBelow(number, vertex.getAsInt(), (at, amount, isExclusive, isWhole) -> {
            boolean contains =
                    last[0] != ResourceGraph.NO_VERTEX && model.graph().parent(last[0]) == at;
            boolean isImplied = contains && !isExclusive && !model.graph().isDivisible(at);
            last[0] = at;
            if (!isImplied) {
                shares.add(new Share(paths.path(at), amount, SharePaths.use(isExclusive, isWhole)));
            }
        });
        return shares;
    }

    /// Returns the paths of the nodes where a job holds these amounts, the last first.
    public List<String> nodesWith(long number, Map<String, Long> amounts) {
        return new PartShares(model.graph(), sharesOf(number)).nodesWith(amounts);
    }

    /// Releases some of what a holder has; the rest is not looked at.
    public void reduce(long number, Share share, Span span) {
        OptionalInt vertex = vertex(share.path());
        if (vertex.isEmpty()) {
            waiting.reduce(number, share);
            return;
        }
        long[] amounts = new long[2];
        model.occupancy().visitBelow(number, vertex.getAsInt(), (at, amount, _, _) -> {
            amounts[0] += at == vertex.getAsInt() ? amount : 0;
            amounts[1] = at == vertex.getAsInt() ? Math.max(amounts[1], amount) : amounts[1];
        });
        long held = amounts[0];
        long most = amounts[1];
        boolean isPart = share.use() == Share.Use.SHARED && share.amount() < held;
        if (isPart && share.amount() < most) {
            model.occupancy().reduceAt(number, vertex.getAsInt(), share.amount());
            return;
        }
        model.releaseAt(number, vertex.getAsInt());
        if (isPart) {
            // It came in several pieces, none of which is large enough.
            enter(number, List.of(new Share(share.path(), held - share.amount(), share.use())), span, false);
        }
        enterSharedUnitsAgain();
    }

    /// Changes the expected end of a job.
    public void setEnd(long number, long endNanos) {
        if (model.occupancy().holding(number).isPresent()) {
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
        enterSharedUnitsAgain();
    }

    private void leave(OtherHolders.Foreign foreign) {
        model.cancel(foreign.number());
        model.ports().release(foreign.number());
        others.remove(foreign);
    }

    /// Gives foreign work that over-commits units those that have just been released. Three pods of 4 GPUs on a
    /// node of 8 share some; when one ends, all 8 are in use all the same.
    private void enterSharedUnitsAgain() {
        for (OtherHolders.Foreign foreign : others.sharingUnits()) {
            leave(foreign);
            enter(foreign.use(), nowNanos);
        }
    }

    /// Enters a window, even if work still runs inside it.
    public void enter(Holder.Window window, List<Share> shares, Span span, long nowNanos) {
        long number = others.newNumber();
        enter(number, shares, span, span.startNanos() > nowNanos);
        others.add(new OtherHolders.Window(window, span, number));
    }

    public void remove(OtherHolders.Window window) {
        release(window.number());
        others.remove(window);
    }

    /// Adds or removes a reason for which a node is closed.
    ///
    /// @return whether the node has closed or opened
    public boolean setClosed(String path, ClosedReason reason, boolean holds) {
        boolean isChanged = closed.set(path, reason, holds);
        OptionalInt vertex = vertex(path);
        if (isChanged && vertex.isPresent()) {
            model.graph().setDown(vertex.getAsInt(), holds);
        }
        return isChanged;
    }

    /// Adds vertices, and enters what is held of them.
    ///
    /// @throws GraphException if the graph refuses them; nothing has changed then
    public void attach(ResourceGraph part, long nowNanos) {
        model.attach(part);
        for (int i = 0; i < part.vertexCount(); i++) {
            if (part.isRemoved(i)) {
                continue;
            }
            String path = part.path(i);
            if (closed.isClosed(path)) {
                vertex(path).ifPresent(vertex -> model.graph().setDown(vertex, true));
            }
            if (!waiting.isEmpty()) {
                enterWaiting(path, nowNanos);
            }
            if (part.isNode(i)) {
                enterForeignOn(path, nowNanos);
            }
        }
    }

    private void enterWaiting(String path, long nowNanos) {
        waiting.takeBelow(path).forEach((number, shares) -> {
            Holder other = others.holder(number);
            Span span = other instanceof Holder.Window window ? windowSpan(window) : times.apply(number);
            Span rest = new Span(span.startNanos(), Math.max(span.endNanos(), nowNanos + 1));
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
        model.resize(vertex, size);
        for (int above = vertex;
                above != ResourceGraph.NO_VERTEX;
                above = model.graph().parent(above)) {
            if (model.graph().isNode(above)) {
                enterForeignOn(model.graph().path(above), nowNanos);
            }
        }
    }

    /// Removes a vertex with everything below it. What is held there is kept until the vertex returns.
    ///
    /// @param jobs all jobs that hold resources, by their numbers in the graph
    public void remove(String path, int[] jobs) {
        int vertex = vertex(path).orElseThrow();
        if (vertex == model.graph().root()) {
            throw new GraphException("%s is the root, which cannot be removed".formatted(path));
        }
        for (int job : jobs) {
            detach(job, vertex, path);
        }
        others.windows().forEach(window -> detach(window.number(), vertex, path));
        List<String> nodes = new ArrayList<>();
        model.graph().forEachBelow(vertex, below -> {
            if (model.graph().isNode(below)) {
                nodes.add(model.graph().path(below));
            }
        });
        for (String node : nodes) {
            closed.removed(node);
            others.foreignOn(node).forEach(this::detach);
        }
        model.remove(vertex);
    }

    /// Gives a vertex another path, as when a node moves to another rack. What is held there moves along; a
    /// quarantine does not, since the rack may have been its cause.
    ///
    /// @param part a graph with the vertex at its new path
    public void move(String from, String to, ResourceGraph part, int[] jobs, long nowNanos) {
        remove(from, jobs);
        waiting.rename(from, to);
        for (OtherHolders.Foreign foreign : others.foreignOn(from)) {
            others.remove(foreign);
            ForeignUse use = foreign.use();
            ForeignUse moved = new ForeignUse(use.id(), to, use.amounts(), use.hostPorts(), use.endNanos());
            others.add(new OtherHolders.Foreign(moved, foreign.number(), false, false));
        }
        attach(part, nowNanos);
    }

    private void detach(long number, int vertex, String path) {
        List<Share> shares = sharesBelow(number, path);
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
