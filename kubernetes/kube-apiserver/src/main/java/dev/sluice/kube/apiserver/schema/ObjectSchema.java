package dev.sluice.kube.apiserver.schema;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The fields of an object: of a kind, or of a part of one.
///
/// Fields are read from the table when somebody first asks for them, as most servers never see most kinds. Objects
/// refer to one another, some to themselves, so each is the only one of its name, and equal to no other.
public final class ObjectSchema implements ValueType {
    private final String name;
    private final String apiVersion;
    private final String kind;
    private final MergeStrategy.MapType mapType;
    private final Supplier<Field[]> source;

    // Read twice if two threads are first at the same time; both get the same.
    private volatile @Nullable Fields fields;

    ObjectSchema(String name, String apiVersion, String kind, MergeStrategy.MapType mapType, Supplier<Field[]> source) {
        this.name = name;
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.mapType = mapType;
        this.source = source;
    }

    /// Such as `core/v1.PodSpec`: the last two parts of its Go package, and what Go calls it.
    public String name() {
        return name;
    }

    /// As Go's errors call it: `PodSpec`.
    public String structName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// Empty if it is a part of others only; `*` if it belongs to no version.
    public String apiVersion() {
        return apiVersion;
    }

    /// Empty if it is a part of others only.
    public String kind() {
        return kind;
    }

    /// Whether server-side apply takes it as one value.
    public boolean isAtomic() {
        return mapType == MergeStrategy.MapType.ATOMIC;
    }

    /// In the order of their names.
    public List<Field> fields() {
        return Collections.unmodifiableList(Arrays.asList(read().inOrder()));
    }

    /// The field of this very name, if there is one.
    public @Nullable Field field(String wanted) {
        return read().named(wanted);
    }

    /// The fields that Kubernetes' structs write even if they are empty.
    Field[] writtenAnyway() {
        return read().writtenAnyway();
    }

    /// The field at the end of a path; lists and maps on the way are stepped into.
    public @Nullable Field at(String... path) {
        ObjectSchema object = this;
        Field field = null;
        for (String step : path) {
            field = object == null ? null : object.field(step);
            object = field == null ? null : objectIn(field.type());
        }
        return field;
    }

    /// The object that a type consists of in the end, if it does.
    public static @Nullable ObjectSchema objectIn(ValueType type) {
        return switch (type) {
            case ObjectSchema object -> object;
            case ListOf list -> objectIn(list.element());
            case MapOf map -> objectIn(map.value());
            case Scalar _ -> null;
        };
    }

    private Fields read() {
        Fields known = fields;
        if (known == null) {
            known = new Fields(source.get());
            fields = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return name;
    }
}
