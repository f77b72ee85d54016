package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ListSort;
import dev.sluice.kube.json.JsonArray;
import java.util.AbstractList;
import java.util.List;

/// A JSON array as a CEL list.
final class JsonList extends AbstractList<Object> {
    static final ListOf OF_ANY = new ListOf(CelSchema.ANY, ListSort.ATOMIC, List.of(), CelSchema.REQUEST_SIZE_MAX);

    private final ListOf shape;
    private final JsonArray array;

    JsonList(ListOf shape, JsonArray array) {
        this.shape = shape;
        this.array = array;
    }

    ListOf shape() {
        return shape;
    }

    JsonArray json() {
        return array;
    }

    @Override
    public Object get(int i) {
        return CelValues.of(shape.items(), array.get(i));
    }

    @Override
    public int size() {
        return array.size();
    }
}
