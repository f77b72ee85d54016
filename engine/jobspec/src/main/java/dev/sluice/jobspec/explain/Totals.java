package dev.sluice.jobspec.explain;

import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The total amounts of each type in a request: counts multiplied down the tree and added over its branches.
final class Totals {
    private record Kind(String type, String unit) {}

    private record Bounds(long min, long max) {
        Bounds plus(Bounds other) {
            return new Bounds(Words.saturatedSum(min, other.min), Words.saturatedSum(max, other.max));
        }

        Bounds times(Count count) {
            long most = count.max() == Count.FLUX_SCHED_UNLIMITED ? Count.UNLIMITED : count.max();
            return new Bounds(Words.saturatedProduct(min, count.min()), Words.saturatedProduct(max, most));
        }
    }

    private final Map<Kind, Bounds> totals = new LinkedHashMap<>();

    private Totals() {}

    /// The totals as phrases, in order of first occurrence.
    static List<String> of(List<ResourceRequest> requests) {
        Totals totals = new Totals();
        requests.forEach(request -> totals.add(request, new Bounds(1, 1)));
        List<String> texts = new ArrayList<>();
        totals.totals.forEach((kind, bounds) -> texts.add(text(kind, bounds)));
        return texts;
    }

    private void add(ResourceRequest request, Bounds parents) {
        Bounds bounds = parents.times(request.count());
        totals.merge(new Kind(request.type(), request.unit().orElse("")), bounds, Bounds::plus);
        request.with().forEach(child -> add(child, bounds));
    }

    private static String text(Kind kind, Bounds bounds) {
        boolean isRange = bounds.min() != bounds.max() && bounds.max() != Count.UNLIMITED;
        String amount = isRange ? bounds.min() + " to " + bounds.max() : Words.bounds(bounds.min(), bounds.max());
        if (!kind.unit().isEmpty()) {
            return amount + " " + kind.unit() + " of " + Words.noun(kind.type());
        }
        return amount + " " + (bounds.max() == 1 ? Words.noun(kind.type()) : Words.plural(kind.type()));
    }
}
