package dev.sluice.controller.workload;

import dev.sluice.controller.topology.ResourceTypes;
import dev.sluice.graph.Basenames;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Finds out which pods a job of several shapes has places for. Its shares say how much it holds of each node, not for
/// which pods: they are taken apart, node by node.
///
/// ```
///   core 5000, pods 3  of launchers with 1000 and workers with 2000  is  a launcher and two workers
/// ```
///
/// Several shapes may have the same sum. Then the one is taken for which the job has pods left; places that fit no pod
/// are released, and others are asked for.
final class ShapePlaces {
    /// Two shapes need as many as a node has pods, at most a few hundred. More are seldom, and the engine waits.
    private static final int TRIES_MAX = 100_000;

    private final List<PodShape> shapes;

    /// How many pods of each shape have no place yet.
    private final int[] left;

    private int tries;

    /// @param left how many pods there are of each shape
    ShapePlaces(List<PodShape> shapes, int[] left) {
        this.shapes = shapes;
        this.left = left.clone();
    }

    /// Returns the places of each shape, as shares of `pods`.
    List<List<Share>> of(List<Share> shares) {
        List<List<Share>> places = new ArrayList<>();
        shapes.forEach(_ -> places.add(new ArrayList<>()));
        Set<String> types = shapes.stream()
                .flatMap(shape -> shape.amounts.keySet().stream())
                .collect(Collectors.toSet());
        Map<String, Map<String, Long>> byNode = new TreeMap<>();
        for (Share share : shares) {
            int slash = share.path().lastIndexOf('/');
            String vertex = share.path().substring(slash + 1);
            String type = Basenames.typeOf(vertex, types).orElse(vertex);
            byNode.computeIfAbsent(share.path().substring(0, slash), _ -> new HashMap<>())
                    .merge(type, share.amount(), Long::sum);
        }
        byNode.forEach((node, sums) -> {
            int[] counts = new int[shapes.size()];
            tries = 0;
            if (find(sums, 0, counts, true) || find(sums, 0, counts, false)) {
                for (int i = 0; i < counts.length; i++) {
                    if (counts[i] > 0) {
                        left[i] -= counts[i];
                        places.get(i)
                                .add(new Share(node + "/" + ResourceTypes.PODS + "0", counts[i], Share.Use.SHARED));
                    }
                }
            }
        });
        return places;
    }

    /// Finds how many pods of each shape add up to what is held of a node.
    ///
    /// @param rest what the shapes before this one leave
    private boolean find(Map<String, Long> rest, int shape, int[] counts, boolean isLimited) {
        if (shape == counts.length) {
            return rest.values().stream().allMatch(amount -> amount == 0);
        }
        long pods = rest.getOrDefault(ResourceTypes.PODS, 0L);
        long most = Math.min(pods, isLimited ? Math.max(0, left[shape]) : Long.MAX_VALUE);
        // The last shape has all pods that are left.
        long least = shape == counts.length - 1 ? pods : 0;
        for (int count = (int) most; count >= least && tries < TRIES_MAX; count--) {
            tries++;
            Map<String, Long> then = new HashMap<>(rest);
            int times = count;
            shapes.get(shape).amounts.forEach((type, amount) -> then.merge(type, -amount * times, Long::sum));
            counts[shape] = count;
            boolean isTooMuch = then.values().stream().anyMatch(amount -> amount < 0);
            if (!isTooMuch && find(then, shape + 1, counts, isLimited)) {
                return true;
            }
        }
        return false;
    }
}
