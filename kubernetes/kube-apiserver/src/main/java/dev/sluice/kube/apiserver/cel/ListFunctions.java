package dev.sluice.kube.apiserver.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.common.values.CelByteString;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/// The CEL functions of lists: `isSorted`, `sum`, `min`, `max`, `indexOf` and `lastIndexOf`.
final class ListFunctions extends FunctionLibrary {
    private static final TypeParamType ANY = TypeParamType.create("A");
    private static final Map<String, CelType> COMPARABLE = new LinkedHashMap<>();

    static {
        COMPARABLE.put("int", SimpleType.INT);
        COMPARABLE.put("uint", SimpleType.UINT);
        COMPARABLE.put("double", SimpleType.DOUBLE);
        COMPARABLE.put("bool", SimpleType.BOOL);
        COMPARABLE.put("duration", SimpleType.DURATION);
        COMPARABLE.put("timestamp", SimpleType.TIMESTAMP);
        COMPARABLE.put("string", SimpleType.STRING);
        COMPARABLE.put("bytes", SimpleType.BYTES);
    }

    ListFunctions() {
        COMPARABLE.forEach((name, type) -> {
            List<Of> list = List.of(of(ListType.create(type), List.class));
            member(
                    "isSorted",
                    "list_" + name + "_is_sorted_bool",
                    SimpleType.BOOL,
                    list,
                    args -> isSorted((List<?>) args[0]));
            member("max", "list_" + name + "_max_" + name, type, list, args -> extreme((List<?>) args[0], 1, "max"));
            member("min", "list_" + name + "_min_" + name, type, list, args -> extreme((List<?>) args[0], -1, "min"));
        });
        sum("int", SimpleType.INT, 0L, (a, b) -> Math.addExact((Long) a, (Long) b));
        sum("uint", SimpleType.UINT, UnsignedLong.ZERO, (a, b) -> ((UnsignedLong) a).plus((UnsignedLong) b));
        sum("double", SimpleType.DOUBLE, 0.0, (a, b) -> (Double) a + (Double) b);
        sum("duration", SimpleType.DURATION, Duration.ZERO, (a, b) -> ((Duration) a).plus((Duration) b));
        List<Of> listAndItem = List.of(of(ListType.create(ANY), List.class), of(ANY, Object.class));
        member("indexOf", "list_a_index_of_int", SimpleType.INT, listAndItem, args -> index(args, true));
        member("lastIndexOf", "list_a_last_index_of_int", SimpleType.INT, listAndItem, args -> index(args, false));
    }

    private void sum(String name, CelType type, Object zero, BinaryOperator<Object> plus) {
        member(
                "sum",
                "list_" + name + "_sum_" + name,
                type,
                List.of(of(ListType.create(type), List.class)),
                args -> sum((List<?>) args[0], zero, plus));
    }

    private static Object sum(List<?> list, Object zero, BinaryOperator<Object> plus) {
        Object sum = zero;
        try {
            for (Object item : list) {
                sum = plus.apply(sum, item);
            }
        } catch (ArithmeticException e) {
            throw new CelEvaluationFailure("integer overflow");
        }
        return sum;
    }

    private static boolean isSorted(List<?> list) {
        for (int i = 1; i < list.size(); i++) {
            if (compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object extreme(List<?> list, int sign, String name) {
        if (list.isEmpty()) {
            throw new CelEvaluationFailure(name + " called on empty list");
        }
        Object best = list.getFirst();
        for (Object item : list) {
            best = compare(item, best) * sign > 0 ? item : best;
        }
        return best;
    }

    private static long index(Object[] args, boolean isFirst) {
        List<?> list = (List<?>) args[0];
        for (int i = 0; i < list.size(); i++) {
            int at = isFirst ? i : list.size() - 1 - i;
            if (CelEquality.equal(list.get(at), args[1])) {
                return at;
            }
        }
        return -1;
    }

    private static int compare(Object one, Object other) {
        return switch (one) {
            case Long number when other instanceof Long than -> number.compareTo(than);
            case UnsignedLong number when other instanceof UnsignedLong than -> number.compareTo(than);
            case Double number when other instanceof Double than -> number.compareTo(than);
            case Boolean bool when other instanceof Boolean than -> bool.compareTo(than);
            case String text when other instanceof String than -> text.compareTo(than);
            case Duration time when other instanceof Duration than -> time.compareTo(than);
            case Instant time when other instanceof Instant than -> time.compareTo(than);
            case CelByteString bytes
            when other instanceof CelByteString than ->
                CelByteString.unsignedLexicographicalComparator().compare(bytes, than);
            default -> throw new CelEvaluationFailure(CelEvaluationFailure.Kind.NO_SUCH_OVERLOAD, "no such overload");
        };
    }
}
