package dev.sluice.kube.apiserver.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.MapOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import dev.sluice.kube.apiserver.cel.CelSchema.Scalar;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Provides the types of schemas to the type checker.
@SuppressWarnings("Immutable") // complete before it is used
final class CelSchemaTypes implements CelTypeProvider {
    private final Map<String, CelType> known = new LinkedHashMap<>();

    /// Nothing if expressions cannot see it.
    @Nullable
    CelType of(CelSchema shape, String name) {
        return switch (shape) {
            case Scalar scalar -> scalar(scalar.sort());
            case ListOf list -> {
                CelType items = of(list.items(), name + ".@idx");
                yield items == null ? null : ListType.create(items);
            }
            case MapOf map -> {
                CelType values = of(map.values(), name + ".@elem");
                yield values == null ? null : MapType.create(SimpleType.STRING, values);
            }
            case ObjectOf object -> object(object, name);
        };
    }

    private CelType object(ObjectOf object, String name) {
        ImmutableMap.Builder<String, CelType> fields = ImmutableMap.builder();
        object.fields().forEach((field, shape) -> {
            Optional<String> escaped = object.written(field);
            CelType type = escaped.isEmpty() ? null : of(shape, name + "." + escaped.get());
            if (type != null) {
                fields.put(escaped.get(), type);
            }
        });
        ImmutableMap<String, CelType> all = fields.build();
        StructType type = StructType.create(name, all.keySet(), field -> Optional.ofNullable(all.get(field)));
        known.put(name, type);
        return type;
    }

    private static @Nullable CelType scalar(CelSchema.Sort sort) {
        return switch (sort) {
            case ANY, INTEGER_OR_TEXT -> SimpleType.DYN;
            case TEXT -> SimpleType.STRING;
            case INTEGER -> SimpleType.INT;
            case NUMBER -> SimpleType.DOUBLE;
            case BOOLEAN -> SimpleType.BOOL;
            case BYTES -> SimpleType.BYTES;
            case DURATION -> SimpleType.DURATION;
            case DATE, TIMESTAMP -> SimpleType.TIMESTAMP;
            case AUTHORIZER -> KubeTypes.AUTHORIZER;
            case RESOURCE_CHECK -> KubeTypes.RESOURCE_CHECK;
            case HIDDEN -> null;
        };
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return ImmutableList.copyOf(known.values());
    }

    @Override
    public Optional<CelType> findType(String name) {
        return Optional.ofNullable(known.get(name));
    }
}
