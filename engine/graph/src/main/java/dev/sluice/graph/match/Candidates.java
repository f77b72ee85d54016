package dev.sluice.graph.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What has been found below a vertex and may be chosen, by type.
///
/// Found but not chosen, it is passed up: a request that leaves out the levels above a core may take cores from
/// anywhere.
final class Candidates {

    /// An edge that leads to a candidate.
    ///
    /// @param exclusive whether nobody else may use what it leads to
    /// @param whole whether that was asked for outright, so that all below comes with it
    record Way(int edge, long amount, boolean exclusive, boolean whole) {}

    /// Something that is taken together or not at all: one vertex, or all that makes up one slot.
    ///
    /// @param count how many of what was asked for it provides
    record Bundle(long score, long count, List<Way> ways) {
        static Bundle of(long score, Way way) {
            return new Bundle(score, way.amount(), List.of(way));
        }
    }

    private final Map<String, List<Bundle>> byType = new LinkedHashMap<>();

    void add(String type, Bundle bundle) {
        byType.computeIfAbsent(type, _ -> new ArrayList<>()).add(bundle);
    }

    void addAll(Candidates other) {
        other.byType.forEach((type, bundles) ->
                byType.computeIfAbsent(type, _ -> new ArrayList<>()).addAll(bundles));
    }

    boolean isEmpty() {
        return byType.isEmpty();
    }

    List<Bundle> of(String type) {
        return byType.getOrDefault(type, List.of());
    }

    long count(String type) {
        long count = 0;
        for (Bundle bundle : of(type)) {
            count += bundle.count();
        }
        return count;
    }

    /// The bundles of a type, the best ones first; equally good ones as they were found.
    List<Bundle> inOrder(String type, boolean highFirst) {
        Comparator<Bundle> order = Comparator.comparingLong(Bundle::score);
        List<Bundle> bundles = new ArrayList<>(of(type));
        bundles.sort(highFirst ? order.reversed() : order);
        return bundles;
    }
}
