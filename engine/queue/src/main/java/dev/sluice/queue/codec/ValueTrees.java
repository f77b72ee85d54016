package dev.sluice.queue.codec;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.NullValue;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.jobspec.parse.JobspecWriter;
import dev.sluice.jobspec.parse.TreeWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Converts values to trees of maps and lists, and back: Java records by their components, variants of sealed
/// interfaces by name, jobspecs in their canonical form.
final class ValueTrees {
    private static final String VARIANT = "is";

    private ValueTrees() {}

    /// Returns the components of a Java record by name. Empty optional ones are left out.
    static Map<String, Object> fields(Object value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            Object it = get(component, value);
            if (it instanceof Optional<?> optional) {
                optional.ifPresent(present -> fields.put(component.getName(), tree(present)));
            } else {
                fields.put(component.getName(), tree(it));
            }
        }
        return fields;
    }

    private static Object get(RecordComponent component, Object value) {
        try {
            return component.getAccessor().invoke(value);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("component (" + component.getName() + ") cannot be read", e);
        }
    }

    private static Object tree(Object value) {
        return switch (value) {
            case Jobspec jobspec -> new TreeWriter.JsonFragment(JobspecWriter.toJson(jobspec));
            case List<?> list -> list.stream().map(ValueTrees::tree).toList();
            case Enum<?> constant -> constant.name();
            case Integer number -> (long) number;
            case Record it -> isVariant(it) ? variantTree(it) : fields(it);
            default -> value;
        };
    }

    private static boolean isVariant(Record value) {
        return Arrays.stream(value.getClass().getInterfaces()).anyMatch(Class::isSealed);
    }

    private static Map<String, Object> variantTree(Record value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(VARIANT, value.getClass().getSimpleName());
        tree.putAll(fields(value));
        return tree;
    }

    /// Returns the variant of a sealed interface with this name.
    ///
    /// @param path the field, for messages; empty for the record itself
    static <T> T variant(Class<T> sealed, String name, Map<String, Object> fields, String path) {
        Class<?> found = variants(sealed)
                .filter(each -> each.getSimpleName().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new CodecException((path.isEmpty() ? "record" : path) + " (" + name + ") is of no known kind"));
        return sealed.cast(create(found, fields, path));
    }

    private static Stream<Class<?>> variants(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ValueTrees::variants)
                : Stream.of(type);
    }

    private static Object create(Class<?> type, Map<String, Object> fields, String path) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            String at = path.isEmpty() ? name : path + "." + name;
            types[i] = components[i].getType();
            values[i] = component(components[i].getGenericType(), fields.remove(name), at);
        }
        if (!fields.isEmpty()) {
            throw new CodecException("%s has an unknown field (%s)"
                    .formatted(type.getSimpleName(), fields.keySet().iterator().next()));
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            String why = e.getCause() == null
                    ? e.toString()
                    : String.valueOf(e.getCause().getMessage());
            throw new CodecException("%s: %s".formatted(path.isEmpty() ? type.getSimpleName() : path, why), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("class (" + type + ") cannot be created", e);
        }
    }

    private static Object component(Type type, @Nullable Object tree, String path) {
        if (type instanceof ParameterizedType parameterized && parameterized.getRawType() == Optional.class) {
            return tree == null
                    ? Optional.empty()
                    : Optional.of(value(parameterized.getActualTypeArguments()[0], tree, path));
        }
        if (tree == null || tree instanceof NullValue) {
            throw new CodecException("field (" + path + ") is missing");
        }
        return value(type, tree, path);
    }

    private static Object value(Type type, Object tree, String path) {
        if (type instanceof ParameterizedType parameterized) {
            Type element = parameterized.getActualTypeArguments()[0];
            List<Object> values = new ArrayList<>();
            for (Object each : expect(List.class, tree, path)) {
                values.add(value(element, each, path + "[" + values.size() + "]"));
            }
            return values;
        }
        Class<?> wanted = (Class<?>) type;
        if (wanted == long.class || wanted == Long.class) {
            return expect(Long.class, tree, path);
        }
        if (wanted == int.class || wanted == Integer.class) {
            return intValue(expect(Long.class, tree, path), path);
        }
        if (wanted == double.class) {
            return tree instanceof Long number ? (double) number : expect(Double.class, tree, path);
        }
        if (wanted == boolean.class) {
            return expect(Boolean.class, tree, path);
        }
        if (wanted == String.class) {
            return expect(String.class, tree, path);
        }
        if (wanted.isEnum()) {
            return constant(wanted, expect(String.class, tree, path), path);
        }
        Map<String, Object> fields = fieldsOf(tree, path);
        if (wanted == Jobspec.class) {
            return jobspec(fields, path);
        }
        return wanted.isSealed()
                ? variant(wanted, String.valueOf(fields.remove(VARIANT)), fields, path)
                : create(wanted, fields, path);
    }

    private static int intValue(long number, String path) {
        if (number != (int) number) {
            throw new CodecException("field (%s): (%d) is out of range".formatted(path, number));
        }
        return (int) number;
    }

    private static Object constant(Class<?> type, String name, String path) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new CodecException(
                "field (%s): (%s) must be one of %s".formatted(path, name, Arrays.toString(type.getEnumConstants())));
    }

    private static Map<String, Object> fieldsOf(Object tree, String path) {
        Map<String, Object> fields = new LinkedHashMap<>();
        Map<?, ?> given = expect(Map.class, tree, path);
        given.forEach((name, value) -> fields.put((String) name, value));
        return fields;
    }

    private static Jobspec jobspec(Map<String, Object> tree, String path) {
        String text = TreeWriter.toJson(tree);
        try {
            return JobspecReader.read(text, path, Dialect.RFC);
        } catch (JobspecException inRfc) {
            try {
                return JobspecReader.read(text, path, Dialect.FLUX_SCHED);
            } catch (JobspecException _) {
                throw new CodecException(String.valueOf(inRfc.getMessage()), inRfc);
            }
        }
    }

    private static <T> T expect(Class<T> type, Object tree, String path) {
        if (!type.isInstance(tree)) {
            throw new CodecException("field (%s): (%s) must be a %s"
                    .formatted(path, tree, type.getSimpleName().toLowerCase(Locale.ROOT)));
        }
        return type.cast(tree);
    }
}
