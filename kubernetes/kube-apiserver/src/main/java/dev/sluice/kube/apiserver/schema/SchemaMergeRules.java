package dev.sluice.kube.apiserver.schema;

import dev.sluice.kube.patch.MergeRules;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.Field;
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The merge rules of strategic merge patches, from the schema table.
public final class SchemaMergeRules implements MergeRules {
    private final @Nullable Field field;
    private final @Nullable ObjectSchema inside;

    private SchemaMergeRules(@Nullable Field field, @Nullable ObjectSchema inside) {
        this.field = field;
        this.inside = inside;
    }

    /// Returns the rules for objects of a resource.
    public static MergeRules of(Schema schema, ResourceType type) {
        return new SchemaMergeRules(null, schema.kind(type.apiVersion(), type.kind()));
    }

    @Override
    public MergeRules child(String name) {
        Field child = inside == null ? null : inside.field(name);
        return child == null ? NONE : new SchemaMergeRules(child, ObjectSchema.objectIn(child.type()));
    }

    @Override
    public Optional<String> mergeKey() {
        String key = field == null ? "" : field.merging().patchKey();
        return key.isEmpty() ? Optional.empty() : Optional.of(key);
    }

    @Override
    public Set<Strategy> strategies() {
        Set<Strategy> strategies = EnumSet.noneOf(Strategy.class);
        if (field != null) {
            for (String text : field.merging().patchStrategy().split(",", -1)) {
                for (Strategy strategy : Strategy.values()) {
                    if (strategy.text().equals(text)) {
                        strategies.add(strategy);
                    }
                }
            }
        }
        return strategies;
    }
}
