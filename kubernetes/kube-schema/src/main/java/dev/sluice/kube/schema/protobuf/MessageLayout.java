package dev.sluice.kube.schema.protobuf;

import dev.sluice.kube.schema.Field;
import dev.sluice.kube.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The fields of a message, ordered by number.
record MessageLayout(List<Part> parts) {

    /// One number of a message.
    sealed interface Part {
        int number();
    }

    record Single(int number, Field field) implements Part {}

    /// A nested message with fields that JSON has in the outer object.
    record Embedded(int number, MessageLayout inside) implements Part {}

    MessageLayout {
        parts = List.copyOf(parts);
    }

    static MessageLayout of(ObjectSchema schema) {
        return of(
                schema.fields().stream()
                        .filter(field -> !field.protoPath().isEmpty())
                        .toList(),
                0);
    }

    private static MessageLayout of(List<Field> fields, int depth) {
        TreeMap<Integer, List<Field>> byNumber = new TreeMap<>();
        for (Field field : fields) {
            byNumber.computeIfAbsent(field.protoPath().get(depth), _ -> new ArrayList<>())
                    .add(field);
        }
        List<Part> parts = new ArrayList<>();
        byNumber.forEach((number, those) -> {
            Field first = those.getFirst();
            boolean isSingle = first.protoPath().size() == depth + 1;
            parts.add(isSingle ? new Single(number, first) : new Embedded(number, of(those, depth + 1)));
        });
        return new MessageLayout(parts);
    }
}
