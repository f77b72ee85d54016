package dev.sluice.kube.cluster.work;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.select.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Manages controller references by selector, like ControllerRefManager: adopts matching orphans, and releases objects
/// that no longer match.
///
/// Before an adoption the owner is read from the server again, as it may be terminating.
public final class ControllerRefs {
    private static final int NOT_FOUND = 404;
    private static final int INVALID = 422;

    private final Kube kube;
    private final ResourceType ownerType;
    private final ResourceType type;
    private final Informer owners;
    private final Informer things;
    private final JsonArray finalizers;

    /// Manages references from objects of one type to owners of another.
    ///
    /// @param finalizers that objects have as long as they are owned
    public ControllerRefs(ControllerContext context, ResourceType ownerType, ResourceType type, String... finalizers) {
        this.kube = context.kube();
        this.ownerType = ownerType;
        this.type = type;
        this.owners = context.informer(ownerType);
        this.things = context.informer(type);
        this.finalizers =
                JsonArray.of(List.of(finalizers).stream().map(Json::of).toList());
    }

    /// Returns the owner's objects, after adoptions and releases; considers only those that `which` accepts.
    ///
    /// @param wrote is called with each changed object
    public List<JsonObject> of(JsonObject owner, Predicate<JsonObject> which, Consumer<JsonObject> wrote) {
        LabelSelector selector = AdoptionIndex.selector(owner);
        List<JsonObject> ours = new ArrayList<>();
        ApiException failure = null;
        boolean mayAdopt = false;
        for (JsonObject thing : candidates(owner)) {
            if (!which.test(thing)) {
                continue;
            }
            boolean isMatch = selector.matches(thing.object("metadata", "labels"));
            try {
                if (Owners.controller(thing) != null) {
                    if (isMatch) {
                        ours.add(thing);
                    } else if (!KubeObjects.isTerminating(owner)) {
                        release(owner, thing, wrote);
                    }
                } else if (isMatch && !KubeObjects.isTerminating(owner) && !KubeObjects.isTerminating(thing)) {
                    if (!mayAdopt) {
                        recheck(owner);
                        mayAdopt = true;
                    }
                    adopt(owner, thing, ours, wrote);
                }
            } catch (ApiException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return ours;
    }

    /// Returns the owner's objects and the orphans that it may select.
    private List<JsonObject> candidates(JsonObject owner) {
        String uid = KubeObjects.uid(owner);
        List<JsonObject> candidates = new ArrayList<>();
        for (JsonObject thing : things.cache().find(Index.OWNERS, uid)) {
            if (Owners.isControlledBy(thing, uid)) {
                candidates.add(thing);
            }
        }
        candidates.addAll(things.cache().find(AdoptionIndex.ORPHANS, AdoptionIndex.key(owner)));
        return candidates;
    }

    private void recheck(JsonObject owner) {
        JsonObject live = kube.get(ownerType, KubeObjects.key(owner));
        if (!KubeObjects.uid(live).equals(KubeObjects.uid(owner)) || KubeObjects.isTerminating(live)) {
            throw ApiStatus.conflict(ownerType, KubeObjects.name(owner), "it has just been deleted");
        }
    }

    private void adopt(JsonObject owner, JsonObject thing, List<JsonObject> ours, Consumer<JsonObject> wrote) {
        JsonObject.Builder metadata = JsonObject.builder()
                .put("uid", KubeObjects.uid(thing))
                .put("ownerReferences", JsonArray.of(Owners.controllerReference(ownerType, owner)));
        if (!finalizers.isEmpty()) {
            metadata.put("finalizers", finalizers);
        }
        try {
            JsonObject adopted = patch(thing, metadata.build());
            wrote.accept(adopted);
            ours.add(adopted);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    /// Ignores objects that are gone or have been replaced.
    private void release(JsonObject owner, JsonObject thing, Consumer<JsonObject> wrote) {
        JsonObject gone = JsonObject.builder()
                .put("$patch", "delete")
                .put("uid", KubeObjects.uid(owner))
                .build();
        JsonObject.Builder metadata =
                JsonObject.builder().put("uid", KubeObjects.uid(thing)).put("ownerReferences", JsonArray.of(gone));
        if (!finalizers.isEmpty()) {
            metadata.put("$deleteFromPrimitiveList/finalizers", finalizers);
        }
        try {
            wrote.accept(patch(thing, metadata.build()));
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND && e.code() != INVALID) {
                throw e;
            }
        }
    }

    private JsonObject patch(JsonObject thing, JsonObject metadata) {
        return kube.patch(
                type,
                KubeObjects.key(thing),
                "",
                Patch.strategic(JsonObject.of("metadata", metadata)),
                WriteOptions.PLAIN);
    }

    /// Calls `look` with each owner that a change concerns: the previous and current owner, or potential adopters.
    public InformerHandler handler(Consumer<ObjectKey> look) {
        return new InformerHandler() {
            @Override
            public void onAdd(JsonObject thing) {
                if (!lookAtOwner(thing, look) && !KubeObjects.isTerminating(thing)) {
                    enqueueSelectors(thing, look);
                }
            }

            @Override
            public void onUpdate(JsonObject before, JsonObject thing) {
                boolean isMoved = !Objects.equals(Owners.controller(before), Owners.controller(thing));
                if (isMoved) {
                    lookAtOwner(before, look);
                }
                boolean isRelabelled = !before.object("metadata", "labels").equals(thing.object("metadata", "labels"));
                if (!lookAtOwner(thing, look) && (isMoved || isRelabelled) && !KubeObjects.isTerminating(thing)) {
                    enqueueSelectors(thing, look);
                }
            }

            @Override
            public void onDelete(JsonObject thing) {
                lookAtOwner(thing, look);
            }
        };
    }

    /// @return true if it has a controller
    private boolean lookAtOwner(JsonObject thing, Consumer<ObjectKey> look) {
        JsonObject owner = Owners.controller(thing);
        if (owner != null && owner.text("kind").equals(ownerType.kind())) {
            look.accept(new ObjectKey(KubeObjects.namespace(thing), owner.text("name")));
        }
        return owner != null;
    }

    private void enqueueSelectors(JsonObject orphan, Consumer<ObjectKey> look) {
        JsonObject labels = orphan.object("metadata", "labels");
        for (String key : AdoptionIndex.labels(orphan)) {
            for (JsonObject owner : owners.cache().find(AdoptionIndex.SELECTORS, key)) {
                if (AdoptionIndex.selector(owner).matches(labels)) {
                    look.accept(KubeObjects.key(owner));
                }
            }
        }
    }
}
