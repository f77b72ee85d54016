package dev.sluice.jobspec;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Deep, immutable copies of free-form attributes that keep the order of keys.
final class FreeForm {
    private FreeForm() {}

    static Map<String, Object> copyOf(Map<String, Object> values) {
        Map<String, Object> copy = LinkedHashMap.newLinkedHashMap(values.size());
        values.forEach((key, value) -> copy.put(key, copyOfValue(value)));
        return Collections.unmodifiableMap(copy);
    }

    static <V> Map<String, V> shallowCopyOf(Map<String, V> values) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    private static Object copyOfValue(Object value) {
        return switch (value) {
            case String _, Boolean _, Long _, BigInteger _, NullValue _ -> value;
            case Integer number -> number.longValue();
            case Double number when Double.isFinite(number) -> number;
            case List<?> list -> {
                List<Object> copy = new ArrayList<>(list.size());
                for (Object element : list) {
                    copy.add(copyOfValue(element));
                }
                yield Collections.unmodifiableList(copy);
            }
            case Map<?, ?> map -> {
                Map<String, Object> copy = LinkedHashMap.newLinkedHashMap(map.size());
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    if (!(entry.getKey() instanceof String key)) {
                        throw new IllegalArgumentException("key (" + entry.getKey() + ") is not a text");
                    }
                    copy.put(key, copyOfValue(entry.getValue()));
                }
                yield Collections.unmodifiableMap(copy);
            }
            default ->
                throw new IllegalArgumentException("value (" + value + ") of " + value.getClass()
                        + " is none of text, finite number, boolean, NullValue, list, map");
        };
    }
}
