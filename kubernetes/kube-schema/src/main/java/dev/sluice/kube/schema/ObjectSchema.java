package dev.sluice.kube.schema;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The fields of a kind, or of a struct within one.
///
/// Fields are parsed on first use, as most servers never see most kinds. Schemas refer to each other, some to
/// themselves, so there is one instance per name, compared by identity.
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

    /// Returns a name such as `core/v1.PodSpec`: the last two parts of the Go package, and the Go type.
    public String name() {
        return name;
    }

    /// Returns the name in Go's errors: `PodSpec`.
    public String structName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// Returns the apiVersion; empty for a struct within others, `*` if it has no version.
    public String apiVersion() {
        return apiVersion;
    }

    /// Returns the kind; empty for a struct within others.
    public String kind() {
        return kind;
    }

    /// True if server-side apply treats it as one value.
    public boolean isAtomic() {
        return mapType == MergeStrategy.MapType.ATOMIC;
    }

    /// Returns the fields, sorted by name.
    public List<Field> fields() {
        return Collections.unmodifiableList(Arrays.asList(read().inOrder()));
    }

    /// Returns the field of this exact name, if there is one.
    public @Nullable Field field(String wanted) {
        return read().named(wanted);
    }

    /// The fields that Kubernetes' structs write even if they are empty.
    Field[] writtenAnyway() {
        return read().writtenAnyway();
    }

    /// Returns the field at the end of a path through lists and maps.
    public @Nullable Field at(String... path) {
        ObjectSchema object = this;
        Field field = null;
        for (String step : path) {
            field = object == null ? null : object.field(step);
            object = field == null ? null : objectIn(field.type());
        }
        return field;
    }

    /// Returns the schema of the elements of nested lists and maps, if they are objects.
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
