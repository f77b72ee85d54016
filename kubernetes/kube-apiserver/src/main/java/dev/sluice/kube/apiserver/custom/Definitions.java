package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.kind.KindRules;
import dev.sluice.kube.apiserver.kind.Rulebook;
import dev.sluice.kube.apiserver.schema.Catalogue;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.apiserver.schema.ObjectSchema;
import dev.sluice.kube.apiserver.schema.Schema;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Follows the definitions in the store: accepts names, serves what is defined, and clears up when a definition goes.
public final class Definitions implements Runnable {
    static final ResourceType TYPE = new ResourceType(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);

    private static final DefinitionRules OF_DEFINITIONS = new DefinitionRules();

    private final Catalogue catalogue;
    private final Clock clock;
    private final ObjectSchema metadata;
    private final Map<String, Definition> accepted = new HashMap<>();
    private final Map<ResourceType, CustomRules> rules = new HashMap<>();
    private @Nullable Kube kube;
    private @Nullable KubeWatch watch;
    private volatile boolean isBehind;

    public Definitions(Catalogue catalogue, Clock clock) {
        this.catalogue = catalogue;
        this.clock = clock;
        Schema schema = catalogue.schema();
        this.metadata = Objects.requireNonNull(
                ObjectSchema.objectIn(Objects.requireNonNull(Objects.requireNonNull(schema.kind("v1", "Pod"))
                                .field("metadata"))
                        .type()));
    }

    /// Reads from there from now on.
    ///
    /// @param owned not shared: whoever changes it also lets this catch up
    public void follow(Kube owned) {
        kube = owned;
        watch = owned.watch(TYPE, "", new WatchOptions("", "", "", false, false), () -> isBehind = true);
        isBehind = true;
    }

    /// The rules of any resource: of definitions, of what they define, and of the built-in ones.
    public KindRules rulesOf(ResourceType type) {
        if (type.groupResource().equals(TYPE.groupResource())) {
            return OF_DEFINITIONS;
        }
        KindRules own = rules.isEmpty() ? null : rules.get(type);
        return own == null ? Rulebook.of(type) : own;
    }

    /// Catches up with what has changed.
    @Override
    public void run() {
        KubeWatch following = watch;
        while (isBehind && following != null) {
            isBehind = false;
            for (Optional<WatchEvent> event = following.poll(); event.isPresent(); event = following.poll()) {
                read(event.get().type(), event.get().object());
            }
        }
    }

    private void read(WatchEvent.Type type, JsonObject object) {
        Definition definition = new Definition(object);
        if (type == WatchEvent.Type.DELETED) {
            withdraw(definition.name());
            return;
        }
        if (KubeObjects.isTerminating(object)) {
            clearUp(definition);
            return;
        }
        Optional<JsonObject> status = NamesAccepted.status(definition, accepted.values(), now());
        if (status.isPresent()) {
            // It is read again when that is written.
            write(object.with("status", status.get()), "status");
            return;
        }
        if (!definition.is("Established")) {
            return;
        }
        serve(definition);
    }

    private String now() {
        return clock.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void write(JsonObject object, String subresource) {
        try {
            Objects.requireNonNull(kube)
                    .update(TYPE, KubeObjects.key(object), subresource, object, WriteOptions.PLAIN);
        } catch (ApiException e) {
            // Somebody has changed it since; that is read next.
            isBehind = true;
        }
    }

    private void serve(Definition definition) {
        withdrawRules(definition.name());
        accepted.put(definition.name(), definition);
        List<CustomType> types = definition.served();
        String storage = definition.group() + "/" + definition.storageVersion();
        for (CustomType type : types) {
            rules.put(
                    type.served().type(),
                    new CustomRules(type, storage, metadata, definition.scalePaths(type.served().type().version())));
        }
        catalogue.serve(definition.name(), types);
    }

    private void withdraw(String name) {
        withdrawRules(name);
        if (accepted.remove(name) != null) {
            catalogue.serve(name, List.of());
        }
    }

    private void withdrawRules(String name) {
        Definition old = accepted.get(name);
        if (old != null) {
            for (JsonObject version : old.versions()) {
                rules.remove(old.type(version.text("name")));
            }
        }
    }

    /// Ends all objects, and then lets the definition go. Objects with finalizers hold it up.
    private void clearUp(Definition definition) {
        Kube owned = Objects.requireNonNull(kube);
        JsonObject object = definition.object();
        Json finalizer = Json.of(DefinitionRules.FINALIZER);
        List<Json> finalizers = new ArrayList<>(object.array("metadata", "finalizers").toList());
        if (!finalizers.remove(finalizer)) {
            return;
        }
        ResourceType type = definition.type(definition.storageVersion());
        owned.deleteCollection(type, "", ListOptions.ALL, DeleteOptions.PLAIN);
        if (owned.list(type, "", ListOptions.ALL).items().isEmpty()) {
            write(object.withAt(JsonArray.of(finalizers), "metadata", "finalizers"), "");
        }
    }
}
