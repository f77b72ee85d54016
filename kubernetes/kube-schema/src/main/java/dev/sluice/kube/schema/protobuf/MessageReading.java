package dev.sluice.kube.schema.protobuf;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.schema.Field;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.StructNormalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How a message is read: what each number means, and where its value goes.
///
/// Each field of the JSON object has a slot, also those that protobuf has in a nested message without a name in JSON.
/// The fields are in the order of the JSON object.
final class MessageReading {
    private final ObjectSchema owner;
    private final Numbers numbers;
    private final Slot[] slots;

    private MessageReading(ObjectSchema owner, Numbers numbers, Slot[] slots) {
        this.owner = owner;
        this.numbers = numbers;
        this.slots = slots;
    }

    ObjectSchema owner() {
        return owner;
    }

    Numbers numbers() {
        return numbers;
    }

    int size() {
        return slots.length;
    }

    Slot slot(int i) {
        return slots[i];
    }

    /// A field of the JSON object.
    ///
    /// @param anyway what JSON has if there is no value, or a zero one; null if it has nothing then
    record Slot(Field field, @Nullable Json anyway) {}

    /// What a number of a message is: nothing that is read, a slot, or a nested message whose fields are slots too.
    private sealed interface Part {}

    private record Into(int slot) implements Part {}

    private record Nested(Numbers inside) implements Part {}

    /// The parts of a message by number. Numbers are small in all of Kubernetes' messages.
    static final class Numbers {
        static final int NONE = -1;

        private final @Nullable Part[] parts;

        private Numbers(int size) {
            this.parts = new Part[size];
        }

        /// Returns the slot of a number, or NONE.
        int slot(int number) {
            return number < parts.length && parts[number] instanceof Into into ? into.slot() : NONE;
        }

        /// Returns the numbers inside a nested message.
        @Nullable
        Numbers nested(int number) {
            return number < parts.length && parts[number] instanceof Nested nested ? nested.inside() : null;
        }
    }

    static MessageReading of(ObjectSchema schema, Predicate<Field> isRead) {
        List<Field> fields = schema.fields().stream()
                .filter(field -> isRead.test(field)
                        && (!field.protoPath().isEmpty() || StructNormalizer.writtenAnyway(field) != null))
                .toList();
        Slot[] slots = fields.stream()
                .map(field -> new Slot(field, StructNormalizer.writtenAnyway(field)))
                .toArray(Slot[]::new);
        return new MessageReading(schema, numbers(fields, List.of(), fields), slots);
    }

    /// @param within the numbers that lead to the nested message
    private static Numbers numbers(List<Field> all, List<Integer> within, List<Field> fields) {
        int depth = within.size();
        List<Field> here = fields.stream()
                .filter(field -> field.protoPath().size() > depth)
                .toList();
        int most = here.stream()
                .mapToInt(field -> field.protoPath().get(depth))
                .max()
                .orElse(0);
        Numbers numbers = new Numbers(most + 1);
        for (Field field : here) {
            int number = field.protoPath().get(depth);
            if (field.protoPath().size() == depth + 1) {
                numbers.parts[number] = new Into(all.indexOf(field));
            } else if (numbers.parts[number] == null) {
                List<Integer> deeper = new ArrayList<>(within);
                deeper.add(number);
                List<Field> inside = here.stream()
                        .filter(each -> each.protoPath().get(depth) == number)
                        .toList();
                numbers.parts[number] = new Nested(numbers(all, deeper, inside));
            }
        }
        return numbers;
    }
}
