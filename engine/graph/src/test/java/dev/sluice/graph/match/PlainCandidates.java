package dev.sluice.graph.match;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/// The candidates found below a vertex, by type.
///
/// PlainCandidates that are not chosen go to the parent: a request that omits the levels above a core may take cores
/// from anywhere.
final class PlainCandidates {

    /// An edge that leads to a candidate.
    ///
    /// @param exclusive whether the job gets exclusive use of the vertex
    /// @param whole whether the request itself is exclusive, so that the whole subtree is included
    /// @param inside what was chosen below the vertex
    record Way(int edge, long amount, boolean exclusive, boolean whole, List<Way> inside) {
        Way with(long otherAmount) {
            return new Way(edge, otherAmount, exclusive, whole, inside);
        }
    }

    /// Vertices that are taken together or not at all: one vertex, or all vertices of one slot.
    ///
    /// @param count how many of the requested resource it provides
    record Bundle(long score, long count, List<Way> ways) {
        static Bundle of(long score, Way way) {
            return new Bundle(score, way.amount(), List.of(way));
        }
    }

    /// All candidates of one type and their sum.
    private static final class Pile {
        final List<Bundle> bundles = new ArrayList<>();
        long count;
        long largest = 1;

        void add(Bundle bundle) {
            bundles.add(bundle);
            count += bundle.count();
            largest = Math.max(largest, bundle.count());
        }
    }

    private static final Pile NOTHING = new Pile();

    private final Map<String, Pile> byType = new LinkedHashMap<>();

    void add(String type, Bundle bundle) {
        byType.computeIfAbsent(type, _ -> new Pile()).add(bundle);
    }

    void addAll(PlainCandidates other) {
        other.byType.forEach((type, pile) -> {
            Pile all = byType.computeIfAbsent(type, _ -> new Pile());
            pile.bundles.forEach(all::add);
        });
    }

    boolean isEmpty() {
        return byType.isEmpty();
    }

    long count(String type) {
        return byType.getOrDefault(type, NOTHING).count;
    }

    /// The largest count of a single bundle.
    long largest(String type) {
        return byType.getOrDefault(type, NOTHING).largest;
    }

    /// The bundles of a type, the best first; equally good ones in the order found.
    ///
    /// @param isTop whether the choice is for the whole request, where `locality` treats neighbours as equally good
    List<Bundle> inOrder(String type, MatchPolicy policy, boolean isTop) {
        boolean joinsRows = isTop && policy.preference() == MatchPolicy.Preference.CONTIGUOUS;
        Set<Long> scores = new HashSet<>();
        byType.getOrDefault(type, NOTHING).bundles.forEach(bundle -> scores.add(bundle.score()));
        return sorted(
                type,
                bundle -> {
                    long score = bundle.score();
                    while (joinsRows && scores.contains(score + 1)) {
                        score++;
                    }
                    return score;
                },
                policy.highFirst());
    }

    /// As [#inOrder], for the parts of a slot, where `variation` prefers the highest classes.
    List<Bundle> inOrderForSlot(String type, MatchPolicy policy) {
        boolean highFirst = policy.highFirst() || policy.preference() == MatchPolicy.Preference.CLASS;
        return sorted(type, Bundle::score, highFirst);
    }

    private List<Bundle> sorted(String type, ToLongFunction<Bundle> score, boolean highFirst) {
        Comparator<Bundle> order = Comparator.comparingLong(score);
        List<Bundle> bundles = new ArrayList<>(byType.getOrDefault(type, NOTHING).bundles);
        bundles.sort(highFirst ? order.reversed() : order);
        return bundles;
    }
}
