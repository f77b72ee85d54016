package dev.sluice.kube.apiserver.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.CelMap;
import dev.cel.common.ast.CelExpr.CelSelect;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Estimates the maximum cost of an expression, from its form and the maximum sizes of values. It counts like
/// Kubernetes, quirks included, since the estimate decides which rules the server accepts.
final class CostEstimate {
    private static final int OF_LIST = 10;
    private static final int OF_MAP = 30;
    private static final int OF_STRUCT = 40;

    private static final Set<CelType> ONE_THING = Set.of(
            SimpleType.BOOL,
            SimpleType.INT,
            SimpleType.UINT,
            SimpleType.DOUBLE,
            SimpleType.DURATION,
            SimpleType.TIMESTAMP);

    private final CelAbstractSyntaxTree tree;
    private final PathSizeEstimate sizes;
    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, SizeRange> computed = new HashMap<>();
    private final Map<Long, Entries> entries = new HashMap<>();
    private final Map<String, Deque<Local>> locals = new HashMap<>();

    /// The sizes of the keys and values of a list or map.
    record Entries(boolean isList, SizeRange keys, SizeRange values) {
        static @Nullable Entries union(@Nullable Entries one, @Nullable Entries other) {
            return one == null || other == null
                    ? null
                    : new Entries(one.isList, one.keys.or(other.keys), one.values.or(other.values));
        }
    }

    private record Local(
            List<String> path,
            @Nullable SizeRange size,
            @Nullable Entries entries) {}

    private CostEstimate(CelAbstractSyntaxTree tree, PathSizeEstimate sizes) {
        this.tree = tree;
        this.sizes = sizes;
    }

    static long of(CelAbstractSyntaxTree tree, List<CelEnvironment.Variable> variables) {
        CelSchema root =
                variables.isEmpty() ? CelSchema.ANY : variables.getFirst().shape();
        return new CostEstimate(tree, new PathSizeEstimate(root)).cost(tree.getExpr());
    }

    private long cost(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT, NOT_SET -> 0;
            case IDENT -> {
                Local local = local(expression.ident().name());
                paths.put(
                        expression.id(),
                        local == null ? List.of(expression.ident().name()) : local.path());
                yield 1;
            }
            case SELECT -> select(expression, expression.select());
            case CALL -> call(expression, expression.call());
            case LIST -> list(expression);
            case MAP -> map(expression, expression.map());
            case STRUCT -> OF_STRUCT;
            case COMPREHENSION -> comprehension(expression, expression.comprehension());
        };
    }

    private long select(CelExpr expression, CelSelect select) {
        long cost = cost(select.operand());
        if (select.testOnly()) {
            return cost;
        }
        CelKind kind = tree.getTypeOrThrow(select.operand().id()).kind();
        boolean isCounted = kind == CelKind.MAP || kind == CelKind.STRUCT || kind == CelKind.TYPE_PARAM;
        paths.put(expression.id(), below(path(select.operand()), select.field()));
        return cost + (isCounted ? 1 : 0);
    }

    private long list(CelExpr expression) {
        long cost = OF_LIST;
        SizeRange items = null;
        for (CelExpr item : expression.list().elements()) {
            cost = SizeRange.sum(cost, cost(item));
            items = items == null ? sizeOrUnknown(item) : items.or(sizeOrUnknown(item));
        }
        entries.put(expression.id(), new Entries(true, SizeRange.of(1), items == null ? SizeRange.of(0) : items));
        return cost;
    }

    private long map(CelExpr expression, CelMap map) {
        long cost = OF_MAP;
        SizeRange keys = null;
        SizeRange values = null;
        for (CelMap.Entry entry : map.entries()) {
            cost = SizeRange.sum(cost, SizeRange.sum(cost(entry.key()), cost(entry.value())));
            keys = keys == null ? sizeOrUnknown(entry.key()) : keys.or(sizeOrUnknown(entry.key()));
            values = values == null ? sizeOrUnknown(entry.value()) : values.or(sizeOrUnknown(entry.value()));
        }
        entries.put(
                expression.id(),
                new Entries(false, keys == null ? SizeRange.of(0) : keys, values == null ? SizeRange.of(0) : values));
        return cost;
    }

    private long comprehension(CelExpr expression, CelComprehension loop) {
        long cost = SizeRange.sum(cost(loop.iterRange()), cost(loop.accuInit()));
        push(loop.accuVar(), new Local(path(loop.accuInit()), size(loop.accuInit()), entriesOf(loop.accuInit())));
        boolean isOfTwo = !loop.iterVar2().isEmpty();
        iterate(loop, isOfTwo);
        long each = SizeRange.sum(cost(loop.loopCondition()), cost(loop.loopStep()));
        Entries stepEntries = entriesOf(loop.loopStep());
        pop(loop.iterVar());
        if (isOfTwo) {
            pop(loop.iterVar2());
        }
        cost = SizeRange.sum(cost, cost(loop.result()));
        pop(loop.accuVar());
        SizeRange count = sizeOrUnknown(loop.iterRange());
        cost = SizeRange.sum(cost, SizeRange.product(count.max(), each));
        Kind init = loop.accuInit().getKind();
        if (init == Kind.CONSTANT) {
            put(expression, size(loop.accuInit()));
        } else if (init == Kind.LIST || init == Kind.MAP) {
            put(expression, count);
            if (stepEntries != null) {
                entries.put(expression.id(), stepEntries);
            }
        }
        return cost;
    }

    private void iterate(CelComprehension loop, boolean isOfTwo) {
        Entries known = entriesOf(loop.iterRange());
        boolean isList =
                known == null ? tree.getTypeOrThrow(loop.iterRange().id()).kind() == CelKind.LIST : known.isList();
        SizeRange keys = known == null ? null : known.keys();
        SizeRange values = known == null ? null : known.values();
        List<String> path = path(loop.iterRange());
        if (isOfTwo) {
            push(loop.iterVar(), new Local(below(path, isList ? "@indices" : "@keys"), keys, null));
            push(loop.iterVar2(), new Local(below(path, isList ? "@items" : "@values"), values, null));
        } else {
            push(loop.iterVar(), new Local(below(path, isList ? "@items" : "@keys"), isList ? values : keys, null));
        }
    }

    private long call(CelExpr expression, CelCall call) {
        if (call.function().equals("dyn")) {
            CelExpr inner = call.args().getFirst();
            long cost = SizeRange.sum(1, cost(inner));
            put(expression, size(inner));
            Entries own = entriesOf(inner);
            if (own != null) {
                entries.put(expression.id(), own);
            }
            return cost;
        }
        long[] costs = call.args().stream().mapToLong(this::cost).toArray();
        long target = call.target().map(this::cost).orElse(0L);
        CallCost estimate = new CallCost(this, expression, call, costs);
        long most = 0;
        SizeRange result = null;
        List<String> overloads = tree.getReference(expression.id())
                .map(reference -> (List<String>) reference.overloadIds())
                .orElse(List.of());
        for (String overload : overloads) {
            CallCost.Result own = estimate.of(overload);
            most = Math.max(most, own.cost());
            result = own.size() == null ? result : result == null ? own.size() : result.or(own.size());
            if (call.function().equals("_[_]")) {
                Entries indexed = entriesOf(call.args().getFirst());
                result = indexed == null ? null : indexed.values();
                String step = overload.equals("index_list") ? "@items" : "@values";
                paths.put(expression.id(), below(path(call.args().getFirst()), step));
            }
            result = result == null ? size(expression) : result;
        }
        put(expression, result);
        return SizeRange.sum(target, most);
    }

    @Nullable
    SizeRange size(CelExpr expression) {
        SizeRange known = computed.get(expression.id());
        if (known == null) {
            known = ofLiteral(expression);
        }
        if (known == null) {
            known = sizes.of(path(expression));
        }
        if (known == null && isOneThing(tree.getTypeOrThrow(expression.id()))) {
            known = SizeRange.of(1);
        }
        if (known == null && expression.getKind() == Kind.IDENT) {
            Local local = local(expression.ident().name());
            known = local == null ? null : local.size();
        }
        return known;
    }

    SizeRange sizeOrUnknown(CelExpr expression) {
        SizeRange size = size(expression);
        return size == null ? SizeRange.UNKNOWN : size;
    }

    /// Of the items of a list.
    SizeRange itemSize(CelExpr list) {
        SizeRange size = path(list).isEmpty() ? null : sizes.of(below(path(list), "@items"));
        return size == null ? SizeRange.UNKNOWN : size;
    }

    CelType type(CelExpr expression) {
        return tree.getTypeOrThrow(expression.id());
    }

    @Nullable
    Entries entriesOf(CelExpr expression) {
        Entries known = entries.get(expression.id());
        if (known == null && expression.getKind() == Kind.IDENT) {
            Local local = local(expression.ident().name());
            return local == null ? null : local.entries();
        }
        return known;
    }

    void setEntries(CelExpr expression, @Nullable Entries own) {
        if (own != null) {
            entries.put(expression.id(), own);
        }
    }

    private static @Nullable SizeRange ofLiteral(CelExpr expression) {
        return switch (expression.getKind()) {
            case LIST -> SizeRange.of(expression.list().elements().size());
            case MAP -> SizeRange.of(expression.map().entries().size());
            case CONSTANT -> {
                CelConstant constant = expression.constant();
                yield switch (constant.getKind()) {
                    case STRING_VALUE ->
                        SizeRange.of(constant.stringValue()
                                .codePointCount(0, constant.stringValue().length()));
                    case BYTES_VALUE -> SizeRange.of(constant.bytesValue().size());
                    default -> SizeRange.of(1);
                };
            }
            default -> null;
        };
    }

    private static boolean isOneThing(CelType type) {
        return type instanceof OptionalType optional
                ? isOneThing(optional.parameters().getFirst())
                : ONE_THING.contains(type);
    }

    private void put(CelExpr expression, @Nullable SizeRange size) {
        if (size != null) {
            computed.put(expression.id(), size);
        }
    }

    private List<String> path(CelExpr expression) {
        if (expression.getKind() == Kind.IDENT) {
            Local local = local(expression.ident().name());
            if (local != null) {
                return local.path();
            }
        }
        return paths.getOrDefault(expression.id(), List.of());
    }

    private static List<String> below(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private @Nullable Local local(String name) {
        Deque<Local> known = locals.get(name);
        return known == null ? null : known.peek();
    }

    private void push(String name, Local local) {
        locals.computeIfAbsent(name, _ -> new ArrayDeque<>()).push(local);
    }

    private void pop(String name) {
        Deque<Local> known = locals.get(name);
        if (known != null) {
            known.pop();
        }
    }
}
