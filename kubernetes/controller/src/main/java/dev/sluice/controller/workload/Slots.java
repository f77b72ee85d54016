package dev.sluice.controller.workload;

import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The places that a job holds for pods, by node, and how many of them pods have taken.
final class Slots {
    /// The end of the path of a node's pool of pods: each pod takes one.
    private static final String PODS = "/" + ResourceTypes.PODS + "0";

    private final SortedMap<String, Integer> held = new TreeMap<>();
    private final Map<String, Integer> taken = new HashMap<>();
    private final Map<String, String> paths = new HashMap<>();

    /// The nodes with free places: few, once the pods have been bound.
    private final TreeSet<String> free = new TreeSet<>();

    /// The node of each place, as it was decided.
    private final List<String> order = new ArrayList<>();

    private int total;

    /// Returns how many places the job holds.
    int total() {
        return total;
    }

    int free(String node) {
        return held.getOrDefault(node, 0) - taken.getOrDefault(node, 0);
    }

    /// Replaces the places held; pods keep those that they have taken.
    ///
    /// @param shares what the job holds; there is one of `pods` for each place
    void set(List<Share> shares) {
        held.clear();
        paths.clear();
        free.clear();
        order.clear();
        total = 0;
        for (Share share : shares) {
            if (share.path().endsWith(PODS)) {
                String path = share.path().substring(0, share.path().length() - PODS.length());
                String node = path.substring(path.lastIndexOf('/') + 1);
                held.merge(node, (int) share.amount(), Integer::sum);
                paths.put(node, path);
                total += (int) share.amount();
            }
        }
        held.forEach((node, count) -> {
            noteFree(node);
            for (int i = 0; i < count; i++) {
                order.add(node);
            }
        });
    }

    private void noteFree(String node) {
        if (free(node) > 0) {
            free.add(node);
        } else {
            free.remove(node);
        }
    }

    /// Returns where a node was in the graph when its places were decided; empty if it has none.
    String path(String node) {
        return paths.getOrDefault(node, "");
    }

    /// Adds a place.
    ///
    /// @param path where the node is in the graph
    void add(String node, String path) {
        held.merge(node, 1, Integer::sum);
        paths.put(node, path);
        order.add(node);
        total++;
        noteFree(node);
    }

    void remove(String node) {
        if (held.getOrDefault(node, 0) > 0) {
            held.merge(node, -1, Slots::sumOrNone);
            total--;
            noteFree(node);
        }
    }

    void take(String node) {
        taken.merge(node, 1, Integer::sum);
        noteFree(node);
    }

    void leave(String node) {
        taken.merge(node, -1, Slots::sumOrNone);
        noteFree(node);
    }

    @SuppressWarnings("NullAway") // null removes the entry
    private static Integer sumOrNone(Integer count, Integer more) {
        return count + more == 0 ? null : count + more;
    }

    /// Returns the node of the n-th place, in the order of the nodes' names; empty if there are fewer.
    String nodeOf(int n) {
        return n < order.size() ? order.get(n) : "";
    }

    /// Returns the first node with a free place; empty if there is none.
    String firstFree() {
        return free.isEmpty() ? "" : free.first();
    }

    /// Returns the nodes that have free places.
    List<String> freeNodes() {
        return List.copyOf(free);
    }

    /// Returns the nodes, each once.
    List<String> nodes() {
        return new ArrayList<>(held.keySet());
    }
}
