package dev.sluice.kube.schema;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The fields of an object, found by name.
///
/// Every value of every object that comes in is looked up here, so that names are hashed, which strings do once.
final class Fields {
    private final Field[] inOrder;
    private final Field[] writtenAnyway;

    /// Each field at its hash or at the next free place; at least half of the places are free.
    private final @Nullable Field[] table;

    /// @param inOrder by name
    Fields(Field[] inOrder) {
        this.inOrder = inOrder;
        this.writtenAnyway = Arrays.stream(inOrder)
                .filter(field -> StructNormalizer.writtenAnyway(field) != null)
                .toArray(Field[]::new);
        this.table = new Field[Integer.highestOneBit(Math.max(1, inOrder.length)) * 4];
        for (Field field : inOrder) {
            int place = place(field.name());
            while (table[place] != null) {
                place = (place + 1) & (table.length - 1);
            }
            table[place] = field;
        }
    }

    Field[] inOrder() {
        return inOrder;
    }

    /// Those that are written even if they are empty.
    Field[] writtenAnyway() {
        return writtenAnyway;
    }

    @Nullable
    Field named(String name) {
        int place = place(name);
        Field field = table[place];
        while (field != null && !field.name().equals(name)) {
            place = (place + 1) & (table.length - 1);
            field = table[place];
        }
        return field;
    }

    private int place(String name) {
        int hash = name.hashCode();
        return (hash ^ (hash >>> 16)) & (table.length - 1);
    }
}
