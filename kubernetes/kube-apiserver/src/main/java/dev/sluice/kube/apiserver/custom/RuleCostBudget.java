package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The total estimated cost of a schema's rules.
final class RuleCostBudget {
    /// What one rule may cost, as Kubernetes has it.
    static final long OF_RULE_MAX = 10_000_000;

    private static final long OF_ALL_MAX = 100_000_000;

    /// So many are named if all together cost too much.
    private static final int NAMED_MAX = 4;

    private static final int HUNDRED = 100;

    private record Part(String field, long cost) {}

    private final List<Part> expensive = new ArrayList<>();
    private long sum;

    void add(String field, long cost) {
        sum = sum + cost < 0 ? Long.MAX_VALUE : sum + cost;
        if (cost >= OF_ALL_MAX / HUNDRED) {
            expensive.add(new Part(field, cost));
            expensive.sort(Comparator.comparingLong(Part::cost).reversed());
            if (expensive.size() > NAMED_MAX) {
                expensive.removeLast();
            }
        }
    }

    void check(String at, List<Cause> errors) {
        if (sum <= OF_ALL_MAX) {
            return;
        }
        for (Part part : expensive) {
            errors.add(new Cause(
                    "FieldValueForbidden",
                    "Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema",
                    part.field()));
        }
        errors.add(new Cause(
                "FieldValueForbidden",
                "Forbidden: "
                        + problem(
                                "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                                sum,
                                OF_ALL_MAX),
                at));
    }

    static String problem(String what, long cost, long limit) {
        double factor = (double) cost / limit;
        String told = factor > HUNDRED
                ? "more than 100x"
                : factor < 1.5
                        ? String.format(Locale.ROOT, "%fx", factor)
                        : String.format(Locale.ROOT, "%.1fx", factor);
        return what + " exceeds budget by factor of " + told
                + " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps,"
                + " and strings are declared)";
    }

    /// How many parts of a value there are at most for each of it; negative if there is no limit.
    static long countIn(SchemaNode node) {
        return switch (node.type()) {
            case "object" ->
                node.schema().has("additionalProperties") ? node.schema().number(-1, "maxProperties") : 1;
            case "array" -> node.schema().number(-1, "maxItems");
            default -> 1;
        };
    }

    /// Negative if one of them is; never more than fits.
    static long times(long one, long other) {
        if (one < 0 || other < 0) {
            return -1;
        }
        return one != 0 && other > Long.MAX_VALUE / one ? Long.MAX_VALUE : one * other;
    }
}
