package dev.sluice.kube.apiserver.schema;

import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.ApiGroup;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.ServedType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// All served resources: the built-in ones, and those of CustomResourceDefinitions.
///
/// Any thread may read it; only the thread that owns the store changes it.
public final class ResourceRegistry {
    private final Schema schema;

    /// By the names of their definitions.
    private final Map<String, List<CustomType>> definitions = new TreeMap<>();

    private volatile Now now;

    /// All of one moment, never changed.
    private record Now(
            long edition,
            List<ApiGroup> groups,
            List<ServedType> types,
            Map<String, CustomType> byPath,
            Map<String, CustomType> byKind) {}

    public ResourceRegistry(Schema schema) {
        this.schema = schema;
        this.now = new Now(0, schema.groups(), schema.types(), Map.of(), Map.of());
    }

    /// Returns the schema of the built-in kinds.
    public Schema schema() {
        return schema;
    }

    /// Returns a number that changes with the served resources, for caches.
    public long edition() {
        return now.edition();
    }

    /// Returns the groups in the order of discovery, the core group first.
    public List<ApiGroup> groups() {
        return now.groups();
    }

    public Optional<ApiGroup> group(String name) {
        return groups().stream().filter(group -> group.name().equals(name)).findFirst();
    }

    /// Returns the types in the order of discovery.
    public List<ServedType> types() {
        return now.types();
    }

    /// Looks up by path.
    public @Nullable ServedType type(String group, String version, String plural) {
        ServedType known = schema.type(group, version, plural);
        if (known != null) {
            return known;
        }
        CustomType custom = now.byPath().get(Schema.pathKey(group, version, plural));
        return custom == null ? null : custom.served();
    }

    /// Looks up by kind.
    public @Nullable ServedType typeOf(String apiVersion, String kind) {
        ServedType known = schema.typeOf(apiVersion, kind);
        if (known != null) {
            return known;
        }
        CustomType custom = now.byKind().get(Schema.kindKey(apiVersion, kind));
        return custom == null ? null : custom.served();
    }

    /// Returns the custom type; null for a built-in one.
    public @Nullable CustomType custom(ResourceType type) {
        return now.byPath().get(Schema.pathKey(type.group(), type.version(), type.plural()));
    }

    /// Returns all custom types, sorted by the names of their definitions.
    public List<CustomType> customTypes() {
        return List.copyOf(now.byPath().values());
    }

    /// Serves what a definition defines, instead of what it defined before.
    ///
    /// @param types its versions that are served; none to serve it no longer
    public void serve(String definition, List<CustomType> types) {
        if (types.isEmpty()) {
            definitions.remove(definition);
        } else {
            definitions.put(definition, List.copyOf(types));
        }
        now = compose();
    }

    private Now compose() {
        // In the order in which they come about, which is that of the definitions.
        Map<String, CustomType> byPath = new LinkedHashMap<>();
        Map<String, CustomType> byKind = new HashMap<>();
        Map<String, Set<String>> versions = new TreeMap<>();
        List<ServedType> types = new ArrayList<>(schema.types());
        for (List<CustomType> definition : definitions.values()) {
            for (CustomType custom : definition) {
                ResourceType type = custom.served().type();
                types.add(custom.served());
                byPath.put(Schema.pathKey(type.group(), type.version(), type.plural()), custom);
                byKind.put(Schema.kindKey(type.apiVersion(), type.kind()), custom);
                versions.computeIfAbsent(type.group(), _ -> new TreeSet<>(VersionOrder.BEST_FIRST))
                        .add(type.version());
            }
        }
        return new Now(now.edition() + 1, groupsWith(versions), List.copyOf(types), byPath, byKind);
    }

    private List<ApiGroup> groupsWith(Map<String, Set<String>> versions) {
        List<ApiGroup> groups = new ArrayList<>();
        for (ApiGroup group : schema.groups()) {
            List<String> all = new ArrayList<>(group.versions());
            for (String version : versions.getOrDefault(group.name(), Set.of())) {
                if (!all.contains(version)) {
                    all.add(version);
                }
            }
            groups.add(new ApiGroup(group.name(), all));
        }
        versions.forEach((name, all) -> {
            if (schema.group(name).isEmpty()) {
                groups.add(new ApiGroup(name, List.copyOf(all)));
            }
        });
        return List.copyOf(groups);
    }
}
