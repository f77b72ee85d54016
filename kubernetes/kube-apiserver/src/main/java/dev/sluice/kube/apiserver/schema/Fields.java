package dev.sluice.kube.apiserver.schema;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The fields of an object, found by name.
///
/// Every value of every object that comes in is looked up here, so that names are hashed, which strings do once.
///
/// @param inOrder by name
/// @param table each field at its hash or at the next free place, half of the places being free; its size is a
///     power of two
/// @param writtenAnyway those that are written even if they are empty
record Fields(Field[] inOrder, @Nullable Field[] table, Field[] writtenAnyway) {

    static Fields of(Field[] inOrder) {
        @Nullable Field[] table = new Field[Integer.highestOneBit(Math.max(1, inOrder.length)) * 4];
        for (Field field : inOrder) {
            int place = place(field.name(), table.length);
            while (table[place] != null) {
                place = (place + 1) & (table.length - 1);
            }
            table[place] = field;
        }
        Field[] anyway = Arrays.stream(inOrder)
                .filter(field -> Canonical.writtenAnyway(field) != null)
                .toArray(Field[]::new);
        return new Fields(inOrder, table, anyway);
    }

    @Nullable
    Field named(String name) {
        int place = place(name, table.length);
        Field field = table[place];
        while (field != null && !field.name().equals(name)) {
            place = (place + 1) & (table.length - 1);
            field = table[place];
        }
        return field;
    }

    private static int place(String name, int size) {
        int hash = name.hashCode();
        return (hash ^ (hash >>> 16)) & (size - 1);
    }
}
