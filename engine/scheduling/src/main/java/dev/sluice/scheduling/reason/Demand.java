package dev.sluice.scheduling.reason;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.explain.ConstraintWords;
import dev.sluice.jobspec.explain.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A part of a request in readable form: a count of a resource type, and what each must contain.
///
/// @param count the minimum count
/// @param each the minimum amount per type inside each; for a slot, its contents
record Demand(String type, long count, Map<String, Long> each) {

    /// Larger products are cut off, so that a further multiplication cannot overflow.
    private static final long AMOUNT_MAX = Integer.MAX_VALUE;

    Demand {
        each = Collections.unmodifiableMap(new LinkedHashMap<>(each));
    }

    /// Returns one demand per kind of node if the request names nodes, otherwise one per outermost resource.
    static List<Demand> of(List<ResourceRequest> requests) {
        List<Demand> demands = new ArrayList<>();
        requests.forEach(request -> add(request, 1, demands));
        return demands;
    }

    private static void add(ResourceRequest request, long times, List<Demand> demands) {
        long count = product(times, request.count().min());
        if (!request.type().equals(VertexKind.NODE) && request.with().stream().anyMatch(Demand::hasNodes)) {
            request.with().forEach(inner -> add(inner, count, demands));
            return;
        }
        Map<String, Long> each = new LinkedHashMap<>();
        request.with().forEach(inner -> sum(inner, 1, each));
        demands.add(new Demand(request.type(), count, each));
    }

    private static boolean hasNodes(ResourceRequest request) {
        return request.type().equals(VertexKind.NODE) || request.with().stream().anyMatch(Demand::hasNodes);
    }

    private static void sum(ResourceRequest request, long times, Map<String, Long> each) {
        long count = product(times, request.count().min());
        if (!request.isSlot()) {
            each.merge(request.type(), count, Long::sum);
        }
        request.with().forEach(inner -> sum(inner, count, each));
    }

    private static long product(long one, long other) {
        return Math.min(AMOUNT_MAX, one * Math.min(AMOUNT_MAX, other));
    }

    boolean isSlot() {
        return ResourceRequest.isSlotType(type);
    }

    /// Returns the total needed per type, regardless of where; a slot counts as its contents.
    Map<String, Long> total() {
        Map<String, Long> total = new TreeMap<>();
        each.forEach((inside, amount) -> total.put(inside, product(count, amount)));
        return total;
    }

    /// Returns a phrase: `2 nodes with 4 GPUs each`, `64 nodes with gpu`, `3 slots of 4 cores each`.
    ///
    /// @param constraint the job's own constraint on its nodes
    String words(Optional<Constraint> constraint) {
        String what = Words.counted(count, type);
        String inside = Words.list(each.entrySet().stream().map(Demand::counted).toList());
        if (isSlot()) {
            return what + " of " + inside + (count == 1 ? "" : " each");
        }
        if (constraint.isEmpty()) {
            return each.isEmpty() ? what : what + " with " + inside + (count == 1 ? "" : " each");
        }
        return what
                + constraintPhrase(constraint.get())
                + (each.isEmpty() ? "" : (count == 1 ? ", with " : ", each with ") + inside);
    }

    private static String counted(Map.Entry<String, Long> amount) {
        return Words.counted(amount.getValue(), amount.getKey());
    }

    private static String constraintPhrase(Constraint constraint) {
        return constraint instanceof Constraint.Properties(List<String> names)
                        && !names.isEmpty()
                        && names.stream().noneMatch(name -> name.startsWith("^"))
                ? " with " + Words.list(names)
                : " of those that " + ConstraintWords.sentence(constraint);
    }
}
