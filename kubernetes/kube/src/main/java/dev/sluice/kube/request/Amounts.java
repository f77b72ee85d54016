package dev.sluice.kube.request;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.quantity.QuantityFormatException;
import dev.sluice.runtime.amount.SortedAmounts;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// Amounts of a few resources, being added up.
///
/// An amount is a number of base units and the billionths beyond it, because Kubernetes rounds sums and not summands.
/// Names and amounts are parallel arrays: a pod asks for two to five resources.
final class Amounts {
    static final String CPU = "cpu";

    private static final int CAPACITY = 6;
    private static final int BILLION = 1_000_000_000;

    private static final String[] NO_NAMES = {};
    private static final long[] NO_WHOLE = {};
    private static final int[] NO_BILLIONTHS = {};

    // Most lists of a pod are empty and stay so.
    private String[] names = NO_NAMES;
    private long[] whole = NO_WHOLE;
    private int[] billionths = NO_BILLIONTHS;
    private int size;

    /// Reads a ResourceList. Amounts that are negative or no quantity count as 0 and are reported.
    ///
    /// @param field where the list is, for the problems
    static Amounts read(JsonObject list, Supplier<String> field, List<String> problems) {
        Amounts amounts = new Amounts();
        for (int i = 0; i < list.size(); i++) {
            String name = list.name(i);
            int at = amounts.add(name);
            Json value = list.value(i);
            if (value == JsonNull.NULL) {
                continue;
            }
            try {
                Quantity quantity = Quantity.parse(text(value));
                if (quantity.signum() >= 0) {
                    amounts.set(at, quantity);
                } else {
                    problems.add("%s[%s]: %s is negative".formatted(field.get(), name, quantity));
                }
            } catch (QuantityFormatException e) {
                problems.add("%s[%s]: %s: %s".formatted(field.get(), name, value, e.getMessage()));
            }
        }
        return amounts;
    }

    private static String text(Json value) {
        return switch (value) {
            case JsonString string -> string.text();
            case JsonNumber number -> number.toString();
            default -> "";
        };
    }

    private void set(int at, Quantity quantity) {
        boolean isCpu = names[at].equals(CPU);
        long roundedUp = isCpu ? quantity.asMilli() : quantity.asLong();
        billionths[at] = quantity.billionthsBeyond(isCpu ? -3 : 0);
        whole[at] = billionths[at] == 0 ? roundedUp : roundedUp - 1;
    }

    private int indexOf(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private int add(String name) {
        int at = indexOf(name);
        if (at >= 0) {
            return at;
        }
        if (size == names.length) {
            int capacity = Math.max(CAPACITY, 2 * size);
            names = Arrays.copyOf(names, capacity);
            whole = Arrays.copyOf(whole, capacity);
            billionths = Arrays.copyOf(billionths, capacity);
        }
        names[size] = name;
        return size++;
    }

    /// Adds other amounts; sums saturate.
    void plus(Amounts other) {
        for (int i = 0; i < other.size; i++) {
            int at = add(other.names[i]);
            int parts = billionths[at] + other.billionths[i];
            long sum = saturated(whole[at], other.whole[i]);
            whole[at] = parts >= BILLION ? saturated(sum, 1) : sum;
            billionths[at] = parts >= BILLION ? parts - BILLION : parts;
        }
    }

    private static long saturated(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    /// Raises each amount to the other one where that is larger.
    void max(Amounts other) {
        for (int i = 0; i < other.size; i++) {
            int at = add(other.names[i]);
            if (whole[at] < other.whole[i] || (whole[at] == other.whole[i] && billionths[at] < other.billionths[i])) {
                whole[at] = other.whole[i];
                billionths[at] = other.billionths[i];
            }
        }
    }

    /// Replaces the amount of a resource by that of another list, which is 0 where it has none.
    void replace(String name, Amounts by) {
        int at = add(name);
        int from = by.indexOf(name);
        whole[at] = from < 0 ? 0 : by.whole[from];
        billionths[at] = from < 0 ? 0 : by.billionths[from];
    }

    /// Sets the amount of a resource.
    void put(String name, long amount) {
        int at = add(name);
        whole[at] = amount;
        billionths[at] = 0;
    }

    /// Returns the amounts rounded up to base units, including those that are 0.
    SortedAmounts rounded() {
        return rounded(true);
    }

    /// Returns the amounts that are not 0, rounded up to base units.
    SortedAmounts roundedWithoutZeros() {
        return rounded(false);
    }

    private SortedAmounts rounded(boolean hasZeros) {
        SortedAmounts.Builder rounded = new SortedAmounts.Builder(size);
        for (int i = 0; i < size; i++) {
            long amount = billionths[i] == 0 ? whole[i] : saturated(whole[i], 1);
            if (hasZeros || amount != 0) {
                rounded.put(names[i], amount);
            }
        }
        return rounded.build();
    }
}
