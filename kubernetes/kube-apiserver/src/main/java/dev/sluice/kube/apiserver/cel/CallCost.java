package dev.sluice.kube.apiserver.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Estimates the maximum cost of one function call.
final class CallCost {
    private static final double OF_CHARACTER = 0.1;
    private static final double OF_PATTERN = 0.25;
    private static final int OF_AUTHORIZATION = 350_000;
    private static final int OF_LIST = 10;

    /// The length of a pattern that no name's format exceeds.
    private static final int NAME_PATTERN_MAX = 128;

    private static final int FORMAT_NAME_MAX = 64;
    private static final SizeRange OF_ADDRESS = new SizeRange(4, 16);
    private static final Set<CelType> TEXTS = Set.of(SimpleType.STRING, SimpleType.BYTES);

    /// @param size of the result; null if unknown
    record Result(long cost, @Nullable SizeRange size) {}

    private final CostEstimate estimate;
    private final CelExpr expression;
    private final CelCall call;
    private final long[] costs;
    private final long together;

    CallCost(CostEstimate estimate, CelExpr expression, CelCall call, long[] costs) {
        this.estimate = estimate;
        this.expression = expression;
        this.call = call;
        this.costs = costs;
        long sum = 0;
        for (long cost : costs) {
            sum = SizeRange.sum(sum, cost);
        }
        this.together = sum;
    }

    Result of(String overload) {
        return switch (call.function()) {
            case "_&&_", "_||_" -> new Result(together, null);
            case "_?_:_" -> conditional();
            case "check" -> plus(OF_AUTHORIZATION, null);
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> plus(traversal(), null);
            case "url" -> plus(arg(0).cost(OF_CHARACTER), arg(0));
            case "lowerAscii", "upperAscii", "substring", "trim" -> plus(target().cost(OF_CHARACTER), target());
            case "replace" -> plus(target().cost(2 * OF_CHARACTER), replaced());
            case "split" -> plus(target().cost(2 * OF_CHARACTER), new SizeRange(0, splitMax()));
            case "join" -> plus(joined().cost(OF_CHARACTER), joined());
            case "matches" -> plus(pattern(call.target().isPresent() ? target() : arg(0)), null);
            case "find", "findAll" -> plus(pattern(target()), new SizeRange(0, target().max()));
            case "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
                plus(arg(0).cost(OF_CHARACTER), null);
            case "ip" -> plus(overload.equals("cidr_ip") ? 1 : arg(0).cost(OF_CHARACTER), null);
            case "ip.isCanonical" -> plus(arg(0).cost(2 * OF_CHARACTER), null);
            case "containsIP", "containsCIDR" -> plus(within(overload), null);
            case "validate" -> plus(SizeRange.product(arg(0).cost(OF_CHARACTER), NAME_PATTERN_MAX * OF_PATTERN), null);
            case "slice", "reverse", "lists.range", "flatten", "distinct", "sort" -> listed();
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" -> plus(comparison(overload), null);
            default -> standard(overload);
        };
    }

    private Result standard(String overload) {
        return switch (overload) {
            case "string_format" -> plus(target().cost(OF_CHARACTER), null);
            case "string_to_bytes" ->
                plus(arg(0).cost(OF_CHARACTER), new SizeRange(arg(0).min(), SizeRange.product(arg(0).max(), 4)));
            case "bytes_to_string" -> plus(arg(0).cost(OF_CHARACTER), new SizeRange(arg(0).min() / 4, arg(0).max()));
            case "strings_quote" ->
                plus(
                        arg(0).cost(OF_CHARACTER),
                        new SizeRange(arg(0).min() + 2, SizeRange.sum(SizeRange.product(arg(0).max(), 2), 2)));
            case "starts_with_string", "ends_with_string" -> plus(arg(0).cost(OF_CHARACTER), null);
            case "in_list" -> plus(arg(1).max(), null);
            case "contains_string" ->
                plus(SizeRange.product(target().cost(OF_CHARACTER), arg(0).cost(OF_CHARACTER)), null);
            case "add_string", "add_bytes" -> {
                SizeRange sum = added();
                yield plus(sum.cost(OF_CHARACTER), sum);
            }
            case "add_list" -> plus(1, added());
            default -> plus(1, null);
        };
    }

    private Result plus(long own, @Nullable SizeRange size) {
        return new Result(SizeRange.sum(own, together), size);
    }

    private SizeRange arg(int i) {
        return call.args().size() > i ? estimate.sizeOrUnknown(call.args().get(i)) : SizeRange.UNKNOWN;
    }

    private SizeRange target() {
        return call.target().map(estimate::sizeOrUnknown).orElse(SizeRange.UNKNOWN);
    }

    private Result conditional() {
        CelExpr one = call.args().get(1);
        CelExpr other = call.args().get(2);
        estimate.setEntries(expression, CostEstimate.Entries.union(estimate.entriesOf(one), estimate.entriesOf(other)));
        return new Result(SizeRange.sum(costs[0], Math.max(costs[1], costs[2])), arg(1).or(arg(2)));
    }

    private SizeRange added() {
        CelExpr one = call.args().get(0);
        CelExpr other = call.args().get(1);
        estimate.setEntries(expression, CostEstimate.Entries.union(estimate.entriesOf(one), estimate.entriesOf(other)));
        return arg(0).plus(arg(1));
    }

    private long traversal() {
        CelExpr list = call.target().orElse(expression);
        if (!(estimate.type(list) instanceof ListType type)) {
            return target().cost(OF_CHARACTER);
        }
        boolean isOfTexts = TEXTS.contains(type.elemType());
        long each = isOfTexts ? SizeRange.sum(1, estimate.itemSize(list).cost(OF_CHARACTER)) : 1;
        return SizeRange.product(target().max(), each);
    }

    private long pattern(SizeRange text) {
        long ofText = text.plus(SizeRange.of(1)).cost(OF_CHARACTER);
        return SizeRange.product(ofText, arg(call.target().isPresent() ? 0 : 1).cost(OF_PATTERN));
    }

    private SizeRange replaced() {
        SizeRange text = target();
        SizeRange from = arg(0);
        SizeRange to = arg(1);
        if (from.min() == 0) {
            return new SizeRange(
                    0, SizeRange.sum(SizeRange.product(SizeRange.sum(text.max(), 1), to.max()), text.max()));
        }
        if (to.max() <= from.min()) {
            return new SizeRange(0, text.max());
        }
        return new SizeRange(0, SizeRange.product(SizeRange.product(text.max(), 1.0 / from.min()), to.max()));
    }

    private long splitMax() {
        if (call.args().size() > 1 && call.args().get(1).getKind() == Kind.CONSTANT) {
            CelConstant limit = call.args().get(1).constant();
            return limit.getKind() == CelConstant.Kind.INT64_VALUE && limit.int64Value() >= 0
                    ? limit.int64Value()
                    : target().max();
        }
        return target().max();
    }

    private SizeRange joined() {
        SizeRange count = target();
        CelExpr list = call.target().orElse(expression);
        SizeRange all = count.times(estimate.itemSize(list));
        if (call.args().isEmpty()) {
            return all;
        }
        SizeRange between = new SizeRange(Math.max(0, count.min() - 1), Math.max(0, count.max() - 1));
        return all.plus(arg(0).times(between));
    }

    private long within(String overload) {
        long cost = OF_ADDRESS.plus(OF_ADDRESS).cost(OF_CHARACTER);
        if (call.function().equals("containsCIDR")) {
            cost += OF_ADDRESS.cost(OF_CHARACTER) + 1;
        }
        return overload.endsWith("_string") ? SizeRange.sum(cost, arg(0).cost(OF_CHARACTER)) : cost;
    }

    /// New lists, as large as those they are made of.
    private Result listed() {
        boolean isRange = call.function().equals("lists.range");
        SizeRange count = isRange ? numberIn(0) : call.function().equals("slice") ? sliced() : target();
        boolean isSquare = call.function().equals("distinct") || call.function().equals("sort");
        boolean isOfTexts = call.target().isPresent()
                && estimate.type(call.target().get()) instanceof ListType type
                && TEXTS.contains(type.elemType());
        double factor = !isSquare ? 1 : isOfTexts ? 2 + OF_CHARACTER : 2;
        SizeRange size = isSquare ? count.times(count) : count;
        return plus(SizeRange.sum(size.cost(factor), 1 + OF_LIST), size);
    }

    private SizeRange sliced() {
        return SizeRange.of(Math.max(0, numberIn(1).max() - numberIn(0).min()));
    }

    private SizeRange numberIn(int i) {
        CelExpr arg = call.args().get(i);
        boolean isNumber = arg.getKind() == Kind.CONSTANT && arg.constant().getKind() == CelConstant.Kind.INT64_VALUE;
        return isNumber
                ? SizeRange.of(Math.max(0, arg.constant().int64Value()))
                : new SizeRange(0, i == 1 ? target().max() : Long.MAX_VALUE);
    }

    private long comparison(String overload) {
        CelType type = estimate.type(call.args().getFirst());
        if (type.equals(KubeTypes.FORMAT)) {
            return (long) Math.ceil(FORMAT_NAME_MAX * OF_CHARACTER);
        }
        boolean isOwn = call.function().equals("_==_") && type.name().matches("(kubernetes|net)\\..*");
        boolean isTraversed = (overload.endsWith("equals") && !overload.contains("_equals_"))
                || overload.endsWith("_string")
                || overload.endsWith("_bytes");
        if (isOwn || !isTraversed) {
            return 1;
        }
        return new SizeRange(0, Math.min(arg(0).max(), arg(1).max())).cost(OF_CHARACTER);
    }
}
