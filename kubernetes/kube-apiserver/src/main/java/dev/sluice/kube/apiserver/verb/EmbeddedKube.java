package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.kind.PodParts;
import dev.sluice.kube.apiserver.store.Follower;
import dev.sluice.kube.apiserver.store.StoreFigures;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.patch.MergeRules;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The port, answered in process.
///
/// Not thread-safe: owned by whoever turns the crank. HTTP is a shell around it that takes turns.
public final class EmbeddedKube implements Kube {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);

    private final Ground ground;
    private final Admission admission;
    private final Create create;
    private final Update update;
    private final Patches patches;
    private final Delete delete;
    private final Lists lists;
    private final Watches watches;
    private final Binding binding;
    private final Eviction eviction;
    private final Scales scales;
    private final CustomScales customScales;
    private final Finalize finalize;
    private final EventExpiry expiry;
    private final List<Runnable> keepers = new ArrayList<>();

    /// @param mergeRules which lists of a kind a strategic merge patch merges, and by what
    public EmbeddedKube(Ground ground, Function<ResourceType, MergeRules> mergeRules) {
        this(ground, mergeRules, Admission.ANYTHING);
    }

    /// @param admission has a say in every write
    public EmbeddedKube(Ground ground, Function<ResourceType, MergeRules> mergeRules, Admission admission) {
        Selections selections = new Selections(ground);
        this.ground = ground;
        this.create = new Create(ground, new Namespaces(ground.store()), admission);
        this.update = new Update(ground, create, admission);
        this.patches = new Patches(ground, update, mergeRules);
        this.delete = new Delete(ground, admission);
        this.lists = new Lists(ground, selections);
        this.watches = new Watches(ground, selections);
        this.binding = new Binding(ground, admission);
        // Who may evict a pod is not asked again whether it may go.
        this.eviction = new Eviction(ground, new Delete(ground, Admission.ANYTHING));
        this.admission = admission;
        this.scales = new Scales(ground, update);
        this.customScales = new CustomScales(ground, update);
        this.finalize = new Finalize(ground);
        this.expiry = new EventExpiry(ground);
    }

    /// What there is, in figures.
    public StoreFigures figures() {
        return new StoreFigures(ground.store().version(), ground.store().counts());
    }

    /// Has something done after every write, while the port is still held: keeping up with what has changed.
    public void afterwards(Runnable keeper) {
        keepers.add(keeper);
        keeper.run();
    }

    private JsonObject written(ResourceType type, JsonObject answer, WriteOptions options) {
        if (type.plural().equals(EventExpiry.RESOURCE) && !options.dryRun()) {
            expiry.wrote(answer);
        }
        return settled(answer);
    }

    private void sweep(ResourceType type) {
        if (type.plural().equals(EventExpiry.RESOURCE)) {
            expiry.sweep();
        }
    }

    private <T> T settled(T answer) {
        expiry.sweep();
        if (!keepers.isEmpty()) {
            Attempt.inside(this::keepUp);
        }
        return answer;
    }

    private void keepUp() {
        for (int i = 0; i < keepers.size(); i++) {
            keepers.get(i).run();
        }
    }

    @Override
    public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
        if (subresource.equals("scale") && Scales.has(type)) {
            return scales.get(type, key);
        }
        if (customScales.has(type, subresource)) {
            return customScales.get(type, key);
        }
        mustHave(type, subresource);
        sweep(type);
        Shape shape = Shape.of(type);
        return shape.served(ground.existing(shape.stored(type), key));
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        sweep(type);
        Shape shape = Shape.of(type);
        ListOptions asked = shape.isSame() ? options : options.selecting(shape.storedFields(options.fieldSelector()));
        KubeList list = lists.list(shape.stored(type), namespace, asked);
        if (shape.isSame() && !ground.isCustom(type)) {
            return list;
        }
        List<JsonObject> items = shape.isSame()
                ? ground.rulesOf(type).served(list.items())
                : list.items().stream().map(shape::served).toList();
        return new KubeList(items, list.resourceVersion(), list.next(), list.remaining());
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        sweep(type);
        Shape shape = Shape.of(type);
        if (!shape.isSame()) {
            WatchOptions asked = options.selecting(shape.storedFields(options.fieldSelector()));
            return new ServedWatch(watches.watch(shape.stored(type), namespace, asked, wake), shape::served);
        }
        Follower follower = watches.watch(type, namespace, options, wake);
        return ground.isCustom(type) ? new ServedWatch(follower, object -> ground.served(type, object)) : follower;
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        if (type.groupResource().equals("bindings")) {
            // The oldest way to bind: the pod is named in the body only.
            return binding.bind(PODS, new ObjectKey(namespace, KubeObjects.name(object)), object, options);
        }
        KindNamed.check(ground, type, object);
        Shape shape = Shape.of(type);
        if (!shape.isSame()) {
            JsonObject stored = shaped(type, namespace, object);
            shape.check(stored, null);
            return written(type, shape.served(create.create(shape.stored(type), namespace, stored, options)), options);
        }
        return written(type, ground.served(type, create.create(type, namespace, object, options)), options);
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        if (type.plural().equals("pods") && subresource.equals("binding")) {
            return binding.bind(type, key, body, options);
        }
        if (type.plural().equals("pods") && subresource.equals("eviction")) {
            return settled(eviction.evict(type, key, admitted(type, key, subresource, body, options), options));
        }
        throw noSuch();
    }

    private JsonObject admitted(
            ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        Admission.Write write = new Admission.Write(
                Admission.Operation.CREATE, type, key, subresource, body, null, options.dryRun(), options.warnings());
        JsonObject changed = admission.changed(write);
        admission.check(write.with(changed));
        return changed;
    }

    @Override
    public JsonObject update(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        if (subresource.equals("scale") && Scales.has(type)) {
            return scales.update(type, key, object, options);
        }
        if (subresource.equals("finalize") && type.plural().equals("namespaces")) {
            return finalize.finalize(type, key, object, options);
        }
        if (customScales.has(type, subresource)) {
            return settled(customScales.update(type, key, object, options));
        }
        mustHave(type, subresource);
        KindNamed.check(ground, type, object);
        Shape shape = Shape.of(type);
        if (!shape.isSame()) {
            JsonObject stored = shaped(type, key.namespace(), object);
            shape.check(stored, ground.shelf(shape.stored(type)).get(key));
            return written(
                    type, shape.served(update.update(shape.stored(type), key, subresource, stored, options)), options);
        }
        return written(type, ground.served(type, update.update(type, key, subresource, object, options)), options);
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        if (subresource.equals("scale") && Scales.has(type)) {
            return scales.patch(type, key, patch, options);
        }
        if (customScales.has(type, subresource)) {
            return settled(customScales.patch(type, key, patch, options));
        }
        mustHave(type, subresource);
        JsonObject patched = patches.patch(type, key, subresource, patch, options);
        return written(type, Shape.of(type).served(ground.served(type, patched)), options);
    }

    /// As it is stored, if this version looks otherwise.
    private JsonObject shaped(ResourceType type, String namespace, JsonObject object) {
        JsonObject canonical = ground.canonical(type, PathAgreement.checked(type, namespace, object));
        JsonObject stored = Shape.of(type).stored(canonical);
        return namespace.isEmpty() ? stored : stored.withAt(Json.of(namespace), "metadata", "namespace");
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        Shape shape = Shape.of(type);
        return settled(shape.served(delete.delete(shape.stored(type), key, options)));
    }

    @Override
    public KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options) {
        List<JsonObject> gone = new ArrayList<>();
        ResourceType stored = Shape.of(type).stored(type);
        for (JsonObject object : list(type, namespace, which).items()) {
            delete.delete(stored, KubeObjects.key(object), options);
            gone.add(object);
        }
        return settled(new KubeList(gone, Long.toString(ground.store().version()), "", 0));
    }

    private void mustHave(ResourceType type, String subresource) {
        boolean isStatus = subresource.equals("status")
                && ground.rulesOf(Shape.of(type).stored(type)).hasStatus();
        boolean isPart = PodParts.has(subresource) && type.plural().equals("pods");
        boolean isApproval = subresource.equals("approval") && type.plural().equals("certificatesigningrequests");
        if (!subresource.isEmpty() && !isStatus && !isPart && !isApproval) {
            throw noSuch();
        }
    }

    private static ApiException noSuch() {
        return new ApiStatus(404, "NotFound", "the server could not find the requested resource", JsonObject.EMPTY)
                .exception();
    }
}
