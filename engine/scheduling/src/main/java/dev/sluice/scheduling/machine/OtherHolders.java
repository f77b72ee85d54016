package dev.sluice.scheduling.machine;

import dev.sluice.queue.Holder;
import dev.sluice.queue.record.QueueRecord.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What is held by something other than a job: work of other schedulers, and windows.
///
/// In the graph each has a number of its own; see [HolderNumbers].
public final class OtherHolders {
    private final Map<String, Foreign> foreign = new HashMap<>();
    private final Map<String, Set<String>> foreignOn = new HashMap<>();
    private final Map<String, Window> windows = new TreeMap<>();
    private final Map<Long, Holder> byNumber = new HashMap<>();

    /// Windows that may still be entered as reservations, by start.
    private final PriorityQueue<Window> coming =
            new PriorityQueue<>(Comparator.comparingLong(window -> window.span().startNanos()));

    /// How many end at each moment.
    private final TreeMap<Long, Integer> ends = new TreeMap<>();

    /// The ids of foreign work that over-commits units, by the paths of nodes; nearly always empty.
    private final Map<String, Set<String>> sharingOn = new HashMap<>();

    private final HolderNumbers numbers = new HolderNumbers();

    /// Work of another scheduler.
    ///
    /// @param isComplete whether all its amounts are entered; false if its node, or a resource of it, is not there
    /// @param sharesUnits whether it over-commits units, such as GPUs, that others hold
    public record Foreign(ForeignUse use, long number, boolean isComplete, boolean sharesUnits) {}

    public record Window(Holder.Window holder, Span span, long number) {}

    long newNumber() {
        return numbers.next();
    }

    void add(Foreign entry) {
        foreign.put(entry.use().id(), entry);
        foreignOn
                .computeIfAbsent(entry.use().node(), _ -> new LinkedHashSet<>())
                .add(entry.use().id());
        byNumber.put(entry.number(), new Holder.Foreign(entry.use().id()));
        ends.merge(entry.use().endNanos(), 1, Integer::sum);
        if (entry.sharesUnits()) {
            sharingOn
                    .computeIfAbsent(entry.use().node(), _ -> new TreeSet<>())
                    .add(entry.use().id());
        }
    }

    void add(Window entry) {
        windows.put(entry.holder().id(), entry);
        coming.add(entry);
        byNumber.put(entry.number(), entry.holder());
        ends.merge(entry.span().endNanos(), 1, Integer::sum);
    }

    void remove(Foreign entry) {
        foreign.remove(entry.use().id());
        remove(sharingOn, entry.use());
        remove(foreignOn, entry.use());
        left(entry.number(), entry.use().endNanos());
    }

    private static void remove(Map<String, Set<String>> byNode, ForeignUse use) {
        Set<String> there = byNode.get(use.node());
        if (there != null && there.remove(use.id()) && there.isEmpty()) {
            byNode.remove(use.node());
        }
    }

    void remove(Window entry) {
        windows.remove(entry.holder().id());
        coming.remove(entry);
        left(entry.number(), entry.span().endNanos());
    }

    private void left(long number, long end) {
        byNumber.remove(number);
        ends.computeIfPresent(end, (_, count) -> count == 1 ? null : count - 1);
    }

    public @Nullable Foreign foreign(String id) {
        return foreign.get(id);
    }

    public @Nullable Window window(String id) {
        return windows.get(id);
    }

    public Collection<Foreign> foreign() {
        return Collections.unmodifiableCollection(foreign.values());
    }

    public Collection<Window> windows() {
        return Collections.unmodifiableCollection(windows.values());
    }

    /// Returns the work of other schedulers on a node.
    List<Foreign> foreignOn(String node) {
        return onNode(foreignOn, node);
    }

    boolean hasSharedUnits() {
        return !sharingOn.isEmpty();
    }

    /// Returns the work on a node that over-commits its units, in the order of ids.
    List<Foreign> sharingUnitsOn(String node) {
        return onNode(sharingOn, node);
    }

    private List<Foreign> onNode(Map<String, Set<String>> byNode, String node) {
        List<Foreign> there = new ArrayList<>();
        for (String id : byNode.getOrDefault(node, Set.of())) {
            Foreign entry = foreign.get(id);
            if (entry != null) {
                there.add(entry);
            }
        }
        return there;
    }

    public boolean isEmpty() {
        return byNumber.isEmpty();
    }

    /// Returns the holder with a number in the graph, or null if it is a job.
    public @Nullable Holder holder(long number) {
        return byNumber.get(number);
    }

    public Map<Long, Holder> byNumber() {
        return Collections.unmodifiableMap(byNumber);
    }

    /// Returns the first expected end after this time, or [Long#MAX_VALUE].
    public long firstEndAfter(long nanos) {
        Long next = ends.isEmpty() ? null : ends.higherKey(nanos);
        return next == null ? Long.MAX_VALUE : next;
    }

    /// Returns whether another scheduler's work is past its expected end. Windows end in time.
    public boolean hasOverdue(long nowNanos) {
        return !ends.isEmpty() && ends.firstKey() <= nowNanos;
    }

    /// Returns a window whose time has come, each once; null if there is none.
    @Nullable
    Window takeBegun(long nowNanos) {
        Window next = coming.peek();
        return next != null && next.span().startNanos() <= nowNanos ? coming.remove() : null;
    }

    /// Returns the latest start of a window, or -1 if there is none.
    public long lastWindowStart() {
        long last = -1;
        for (Window window : windows.values()) {
            last = Math.max(last, window.span().startNanos());
        }
        return last;
    }

    /// Returns the windows that have ended by now, in the order of their ids.
    public List<Window> windowsUntil(long nowNanos) {
        return windows.values().stream()
                .filter(window -> window.span().endNanos() <= nowNanos)
                .toList();
    }
}
