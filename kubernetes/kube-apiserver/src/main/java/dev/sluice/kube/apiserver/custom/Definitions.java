package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.admission.ConversionCaller;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
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
import dev.sluice.kube.schema.ObjectSchema;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.kube.validation.strategy.Strategy;
import dev.sluice.runtime.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Follows the CustomResourceDefinitions in the store: accepts names, serves the resources, and deletes their objects
/// when a definition is deleted.
public final class Definitions implements Runnable {
    static final ResourceType TYPE = new ResourceType(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);

    private static final CustomResourceDefinitionStrategy OF_DEFINITIONS = new CustomResourceDefinitionStrategy();

    private final ResourceRegistry registry;
    private final Strategies builtIn;
    private final Clock clock;
    private final ConversionCaller caller;
    private final ObjectSchema metadata;
    private final Map<String, Definition> accepted = new ConcurrentHashMap<>();
    private final Map<ResourceType, CustomResourceStrategy> rules = new HashMap<>();

    /// Terminating definitions that still have objects.
    private final Map<String, Definition> ending = new HashMap<>();

    private @Nullable Kube kube;
    private @Nullable KubeWatch watch;
    private volatile boolean isBehind;

    /// @param builtIn the strategies of resources that no definition defines
    /// @param caller calls conversion webhooks
    public Definitions(ResourceRegistry registry, Strategies builtIn, Clock clock, ConversionCaller caller) {
        this.builtIn = builtIn;
        this.caller = caller;
        this.registry = registry;
        this.clock = clock;
        Schema schema = registry.schema();
        this.metadata = Objects.requireNonNull(ObjectSchema.objectIn(Objects.requireNonNull(
                        Objects.requireNonNull(schema.kind("v1", "Pod")).field("metadata"))
                .type()));
    }

    /// Reads from there from now on.
    ///
    /// @param owned not thread-safe: the thread that writes to it also runs this
    public void follow(Kube owned) {
        kube = owned;
        watch = owned.watch(TYPE, "", new WatchOptions("", "", "", false, false), () -> isBehind = true);
        isBehind = true;
    }

    /// Returns the strategy of a resource: a definition, a custom resource or a built-in one.
    public Strategy strategyOf(ResourceType type) {
        if (type.groupResource().equals(TYPE.groupResource())) {
            return OF_DEFINITIONS;
        }
        Strategy own = rules.isEmpty() ? null : rules.get(type);
        return own == null ? builtIn.of(type) : own;
    }

    /// True if objects in this version may need a conversion webhook.
    public boolean asksOthers(ResourceType type) {
        Definition definition = accepted.get(type.groupResource());
        return definition != null
                && definition.object().text("spec", "conversion", "strategy").equals("Webhook");
    }

    /// Reads the changes since the last call.
    @Override
    public void run() {
        catchUp();
        if (!ending.isEmpty()) {
            List.copyOf(ending.values()).forEach(this::letGo);
        }
    }

    private void catchUp() {
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
            ending.remove(definition.name());
            withdraw(definition.name());
            return;
        }
        if (KubeObjects.isTerminating(object)) {
            end(definition);
            return;
        }
        Optional<JsonObject> status = NamesAcceptedCondition.status(definition, accepted.values(), now());
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

    private void end(Definition definition) {
        JsonObject object = definition.object();
        boolean isHeldByUs = object.array("metadata", "finalizers")
                .toList()
                .contains(Json.of(CustomResourceDefinitionStrategy.FINALIZER));
        if (!isHeldByUs) {
            return;
        }
        if (!TerminatingCondition.IN_PROGRESS.isTrueOf(object)) {
            // It is read again when that is written.
            write(TerminatingCondition.IN_PROGRESS.in(object, now()), "status");
        } else if (ending.put(definition.name(), definition) == null && definition.is("Established")) {
            serve(definition);
            ResourceType kept = definition.type(definition.storageVersion());
            Objects.requireNonNull(kube).deleteCollection(kept, "", ListOptions.ALL, DeleteOptions.PLAIN);
        }
    }

    private String now() {
        return clock.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void write(JsonObject object, String subresource) {
        try {
            Objects.requireNonNull(kube).update(TYPE, KubeObjects.key(object), subresource, object, WriteOptions.PLAIN);
        } catch (ApiException e) {
            // A conflict: the definition has changed, and is read next.
            isBehind = true;
        }
    }

    private void serve(Definition definition) {
        withdrawRules(definition.name());
        accepted.put(definition.name(), definition);
        List<CustomType> types = definition.served();
        String storage = definition.group() + "/" + definition.storageVersion();
        Conversion conversion = Conversion.of(definition, caller);
        for (CustomType type : types) {
            rules.put(
                    type.served().type(),
                    new CustomResourceStrategy(
                            type,
                            new CustomObjectValidation(type.schema()),
                            conversion,
                            storage,
                            metadata,
                            definition.scalePaths(type.served().type().version()),
                            definition.selectableFields(type.served().type().version()),
                            definition.is("Terminating")));
        }
        registry.serve(definition.name(), types);
    }

    private void withdraw(String name) {
        withdrawRules(name);
        if (accepted.remove(name) != null) {
            registry.serve(name, List.of());
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

    /// Lets a definition go when its last object is gone.
    private void letGo(Definition definition) {
        JsonObject object = definition.object();
        List<Json> finalizers =
                new ArrayList<>(object.array("metadata", "finalizers").toList());
        boolean isHeldByUs = finalizers.remove(Json.of(CustomResourceDefinitionStrategy.FINALIZER));
        ResourceType type = definition.type(definition.storageVersion());
        ListOptions one = ListOptions.ALL.page(1, "");
        if (isHeldByUs
                && Objects.requireNonNull(kube).list(type, "", one).items().isEmpty()) {
            ending.remove(definition.name());
            TerminatingCondition last = definition.is("Established")
                    ? TerminatingCondition.COMPLETED
                    : TerminatingCondition.NEVER_ESTABLISHED;
            JsonObject done = last.in(object, now());
            write(done.withAt(JsonArray.of(finalizers), "metadata", "finalizers"), "status");
        }
    }
}
