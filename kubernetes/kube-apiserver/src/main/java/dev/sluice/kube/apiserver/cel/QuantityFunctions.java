package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.quantity.QuantityFormatException;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The CEL functions of quantities: `quantity`, `isQuantity`, arithmetic and comparison.
final class QuantityFunctions extends FunctionLibrary {
    private static final Of QUANTITY = of(KubeTypes.QUANTITY, Quantity.class);
    private static final Of INTEGER = of(SimpleType.INT, Long.class);

    QuantityFunctions() {
        List<Of> text = List.of(of(SimpleType.STRING, String.class));
        global("quantity", "string_to_quantity", KubeTypes.QUANTITY, text, args -> parsed((String) args[0]));
        global("isQuantity", "is_quantity_string", SimpleType.BOOL, text, args -> isQuantity((String) args[0]));
        global("sign", "quantity_sign", SimpleType.INT, List.of(QUANTITY), args ->
                (long) ((Quantity) args[0]).signum());
        of("isInteger", "quantity_is_integer", SimpleType.BOOL, quantity -> isWhole(quantity.asDecimal()));
        of("asInteger", "quantity_get_int", SimpleType.INT, QuantityFunctions::whole);
        of(
                "asApproximateFloat",
                "quantity_get_float",
                SimpleType.DOUBLE,
                quantity -> quantity.asDecimal().doubleValue());
        with("isGreaterThan", "quantity_is_greater_than", SimpleType.BOOL, (a, b) -> a.compareTo(b) > 0);
        with("isLessThan", "quantity_is_less_than", SimpleType.BOOL, (a, b) -> a.compareTo(b) < 0);
        with("compareTo", "quantity_compare_to", SimpleType.INT, (a, b) -> (long) a.compareTo(b));
        with("add", "quantity_add", KubeTypes.QUANTITY, Quantity::plus);
        with("sub", "quantity_sub", KubeTypes.QUANTITY, Quantity::minus);
        withInteger("add", "quantity_add_int", Quantity::plus);
        withInteger("sub", "quantity_sub_int", Quantity::minus);
    }

    private void of(String name, String id, CelType result, Function<Quantity, Object> body) {
        member(name, id, result, List.of(QUANTITY), args -> body.apply((Quantity) args[0]));
    }

    private void with(String name, String id, CelType result, BiFunction<Quantity, Quantity, Object> body) {
        member(
                name,
                id,
                result,
                List.of(QUANTITY, QUANTITY),
                args -> body.apply((Quantity) args[0], (Quantity) args[1]));
    }

    private void withInteger(String name, String id, BiFunction<Quantity, Quantity, Quantity> body) {
        member(
                name,
                id,
                KubeTypes.QUANTITY,
                List.of(QUANTITY, INTEGER),
                args -> body.apply((Quantity) args[0], Quantity.of((Long) args[1], Quantity.Format.DECIMAL_EXPONENT)));
    }

    private static Quantity parsed(String text) {
        try {
            return Quantity.parse(text);
        } catch (QuantityFormatException e) {
            throw new CelEvaluationFailure(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isQuantity(String text) {
        try {
            Quantity.parse(text);
            return true;
        } catch (QuantityFormatException e) {
            return false;
        }
    }

    private static boolean isWhole(BigDecimal value) {
        return value.stripTrailingZeros().scale() <= 0 && value.toBigInteger().bitLength() < Long.SIZE;
    }

    private static Object whole(Quantity quantity) {
        if (!isWhole(quantity.asDecimal())) {
            throw new CelEvaluationFailure("cannot convert value to integer");
        }
        return quantity.asDecimal().longValueExact();
    }
}
