package dev.sluice.kube.apiserver.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts the actual cost of an evaluation in Kubernetes' units, and stops it at the limit.
final class CostMeter implements CelEvaluationListener {
    private static final double OF_CHARACTER = 0.1;
    private static final double OF_PATTERN = 0.25;
    private static final int OF_LIST = 10;
    private static final int OF_MAP = 30;
    private static final int OF_STRUCT = 40;

    /// Kubernetes lets an expression ask twice.
    private static final int OF_AUTHORIZATION = 350_000;

    private final long limit;
    private final Map<Long, Object> values = new HashMap<>();
    private long cost;
    private boolean isExceeded;

    CostMeter(long limit) {
        this.limit = limit;
    }

    long cost() {
        return cost;
    }

    boolean isExceeded() {
        return isExceeded;
    }

    @Override
    public void callback(CelExpr expression, @Nullable Object value) {
        if (value != null) {
            values.put(expression.id(), value);
        }
        cost += switch (expression.getKind()) {
            case IDENT -> 1;
            case SELECT -> expression.select().testOnly() ? 0 : 1;
            case LIST -> OF_LIST;
            case MAP -> OF_MAP;
            case STRUCT -> OF_STRUCT;
            case CALL -> ofCall(expression.call());
            case CONSTANT, COMPREHENSION, NOT_SET -> 0;
        };
        if (cost > limit) {
            isExceeded = true;
            throw new CelEvaluationFailure(
                    CelEvaluationFailure.Kind.TOO_EXPENSIVE, "operation cancelled: actual cost limit exceeded");
        }
    }

    private long ofCall(CelExpr.CelCall call) {
        List<Object> args = new ArrayList<>();
        call.target().ifPresent(target -> add(args, target));
        call.args().forEach(arg -> add(args, arg));
        Object first = args.isEmpty() ? 1L : args.getFirst();
        Object second = args.size() < 2 ? 1L : args.get(1);
        return switch (call.function()) {
            case "_&&_", "_||_", "_?_:_" -> 0;
            case "check" -> OF_AUTHORIZATION;
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" -> traversal(first);
            case "startsWith", "endsWith", "quote", "format", "url", "lowerAscii", "upperAscii", "substring", "trim" ->
                characters(size(first));
            case "cidr", "isIP", "isCIDR", "ip", "quantity", "isQuantity", "semver", "isSemver" ->
                first instanceof String ? characters(size(first)) : 1;
            case "replace", "split", "ip.isCanonical" -> characters(2 * size(first));
            case "join" -> characters(2 * traversal(first));
            case "string", "bytes" ->
                first instanceof String || first instanceof CelByteString ? characters(size(first)) : 1;
            case "@in" -> second instanceof List<?> list ? list.size() : 1;
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" -> characters(Math.min(size(first), size(second)));
            case "_+_" ->
                first instanceof String || first instanceof CelByteString ? characters(size(first) + size(second)) : 1;
            case "matches", "find", "findAll" ->
                characters(1 + size(first)) * (long) Math.ceil(size(second) * OF_PATTERN);
            case "contains" -> characters(size(first)) * characters(size(second));
            default -> 1;
        };
    }

    private void add(List<Object> args, CelExpr arg) {
        args.add(values.getOrDefault(arg.id(), 1L));
    }

    private static long characters(long count) {
        return (long) Math.ceil(count * OF_CHARACTER);
    }

    private static long size(Object value) {
        return switch (value) {
            case String text -> text.codePointCount(0, text.length());
            case CelByteString bytes -> bytes.size();
            case List<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            default -> 1;
        };
    }

    private static long traversal(Object value) {
        return switch (value) {
            case String text -> characters(size(text));
            case List<?> list -> {
                long sum = 0;
                for (Object item : list) {
                    sum += traversal(item);
                }
                yield sum;
            }
            default -> 1;
        };
    }
}
