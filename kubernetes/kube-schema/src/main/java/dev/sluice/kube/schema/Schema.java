package dev.sluice.kube.schema;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The schema of the built-in kinds. Immutable.
public final class Schema {
    private final String version;
    private final List<ApiGroup> groups;
    private final List<ServedType> types;
    private final Map<String, ServedType> typesByPath;
    private final Map<String, ServedType> typesByKind;
    private final Map<String, ObjectSchema> objects;
    private final Map<String, ObjectSchema> kinds;

    Schema(TableReader table) {
        version = table.version();
        groups = List.copyOf(table.groups());
        types = List.copyOf(table.types());
        typesByPath = table.typesByPath();
        typesByKind = table.typesByKind();
        objects = table.objects();
        kinds = table.kinds();
    }

    /// Returns the schema of the supported Kubernetes version, loaded on first use.
    public static Schema kubernetes() {
        return Kubernetes.SCHEMA;
    }

    private static final class Kubernetes {
        static final Schema SCHEMA = TableReader.resource("kubernetes.txt");
    }

    /// Returns the Kubernetes version: `1.36.3`.
    public String version() {
        return version;
    }

    /// Returns the groups in the order of discovery, the core group first.
    public List<ApiGroup> groups() {
        return groups;
    }

    public Optional<ApiGroup> group(String name) {
        return groups.stream().filter(group -> group.name().equals(name)).findFirst();
    }

    /// Returns the types in the order of discovery.
    public List<ServedType> types() {
        return types;
    }

    /// Looks up by path.
    public @Nullable ServedType type(String group, String groupVersion, String plural) {
        return typesByPath.get(pathKey(group, groupVersion, plural));
    }

    /// Looks up by kind. Kinds of sub-resources and options are not resources.
    public @Nullable ServedType typeOf(String apiVersion, String kind) {
        return typesByKind.get(kindKey(apiVersion, kind));
    }

    /// Returns the schema of a kind: a served one, its list, or one of request options and responses.
    public @Nullable ObjectSchema kind(String apiVersion, String kind) {
        ObjectSchema own = kinds.get(kindKey(apiVersion, kind));
        return own == null ? kinds.get(kindKey("*", kind)) : own;
    }

    public Collection<ObjectSchema> kinds() {
        return kinds.values();
    }

    /// Looks up by the name in the table: `core/v1.PodSpec`.
    public @Nullable ObjectSchema object(String name) {
        return objects.get(name);
    }

    public Collection<ObjectSchema> objects() {
        return objects.values();
    }

    public static String pathKey(String group, String groupVersion, String plural) {
        return group + "/" + groupVersion + "/" + plural;
    }

    public static String kindKey(String apiVersion, String kind) {
        return apiVersion + "/" + kind;
    }
}
