package dev.sluice.kube.apiserver;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.plugin.BuiltInPlugins;
import dev.sluice.kube.apiserver.store.CacheWatcher;
import dev.sluice.kube.apiserver.store.StoreStatistics;
import dev.sluice.kube.apiserver.subresource.SubresourceHandler;
import dev.sluice.kube.apiserver.subresource.Subresources;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
import dev.sluice.kube.apiserver.verb.Create;
import dev.sluice.kube.apiserver.verb.Delete;
import dev.sluice.kube.apiserver.verb.Lists;
import dev.sluice.kube.apiserver.verb.ObjectExpiry;
import dev.sluice.kube.apiserver.verb.Patches;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.apiserver.verb.RequestObjectCheck;
import dev.sluice.kube.apiserver.verb.RestartableRequest;
import dev.sluice.kube.apiserver.verb.SelectionPredicate;
import dev.sluice.kube.apiserver.verb.ServedWatch;
import dev.sluice.kube.apiserver.verb.TypeMetaCheck;
import dev.sluice.kube.apiserver.verb.Update;
import dev.sluice.kube.apiserver.verb.Watches;
import dev.sluice.kube.apiserver.verb.WriteHooks;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.patch.MergeRules;
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
import dev.sluice.kube.port.Written;
import dev.sluice.kube.validation.strategy.Strategy;
import dev.sluice.kube.validation.strategy.VersionConversion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Implements the port [Kube] in process: passes each call to its verb or subresource.
///
/// Not thread-safe: one thread owns it. [dev.sluice.kube.apiserver.http.SerializedKube] serializes HTTP requests.
public final class EmbeddedKube implements Kube {
    private final RequestContext context;
    private final SelectionPredicate selections;
    private final Create create;
    private final Update update;
    private final Patches patches;
    private final Delete delete;
    private final Lists lists;
    private final Watches watches;
    private final Subresources subresources;
    private final ObjectExpiry expiry;
    private final List<Runnable> keepers = new ArrayList<>();

    /// @param mergeRules which lists of a kind a strategic merge patch merges, and by what
    public EmbeddedKube(RequestContext context, Function<ResourceType, MergeRules> mergeRules) {
        this(context, mergeRules, AdmissionPlugin.ANYTHING);
    }

    /// @param admission has a say in every write
    public EmbeddedKube(
            RequestContext context, Function<ResourceType, MergeRules> mergeRules, AdmissionPlugin admission) {
        this.context = context;
        this.selections = new SelectionPredicate(context);
        WriteHooks plugins = new BuiltInPlugins(context);
        this.create = new Create(context, plugins, admission);
        this.update = new Update(context, create, plugins, admission);
        this.patches = new Patches(context, update, mergeRules);
        this.delete = new Delete(context, plugins, admission);
        this.lists = new Lists(context, selections);
        this.watches = new Watches(context, selections);
        // Evictions are admitted already; the delete is not admitted again.
        Delete evicted = new Delete(context, plugins, AdmissionPlugin.ANYTHING);
        this.subresources = new Subresources(context, update, evicted, admission);
        this.expiry = new ObjectExpiry(context);
    }

    /// What there is, in figures.
    public StoreStatistics figures() {
        return new StoreStatistics(context.store().version(), context.store().counts());
    }

    /// Has something done after every write, while the port is still held: keeping up with what has changed.
    public void afterwards(Runnable keeper) {
        keepers.add(keeper);
        keeper.run();
    }

    private JsonObject written(ResourceType type, JsonObject answer, WriteOptions options) {
        long seconds = timeToLiveSeconds(type);
        if (seconds > 0 && !options.dryRun()) {
            expiry.wrote(context.conversionOf(type).stored(type), answer, seconds);
        }
        return settled(answer);
    }

    private void sweep(ResourceType type) {
        if (timeToLiveSeconds(type) > 0) {
            expiry.sweep();
        }
    }

    private long timeToLiveSeconds(ResourceType type) {
        return context.strategyOf(context.conversionOf(type).stored(type)).timeToLiveSeconds();
    }

    private <T> T settled(T answer) {
        expiry.sweep();
        if (!keepers.isEmpty()) {
            RestartableRequest.inside(this::keepUp);
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
        SubresourceHandler handler = subresources.find(type, subresource);
        if (handler != null) {
            return handler.get(type, key);
        }
        mustHave(type, subresource);
        sweep(type);
        VersionConversion shape = context.conversionOf(type);
        return shape.served(context.existing(shape.stored(type), key));
    }

    @Override
    public KubeList list(ResourceType type, String namespace, ListOptions options) {
        sweep(type);
        VersionConversion shape = context.conversionOf(type);
        ListOptions asked = shape.isSame()
                ? options
                : options.selecting(selections.storedFields(type, shape, options.fieldSelector()));
        KubeList list = lists.list(shape.stored(type), namespace, asked);
        if (shape.isSame() && !context.isCustom(type)) {
            return list;
        }
        List<JsonObject> items = shape.isSame()
                ? context.strategyOf(type).served(list.items())
                : list.items().stream().map(shape::served).toList();
        return new KubeList(items, list.resourceVersion(), list.next(), list.remaining());
    }

    @Override
    public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
        sweep(type);
        VersionConversion shape = context.conversionOf(type);
        if (!shape.isSame()) {
            WatchOptions asked = options.selecting(selections.storedFields(type, shape, options.fieldSelector()));
            return new ServedWatch(watches.watch(shape.stored(type), namespace, asked, wake), shape::served);
        }
        CacheWatcher cacheWatch = watches.watch(type, namespace, options, wake);
        return context.isCustom(type)
                ? new ServedWatch(cacheWatch, object -> context.served(type, object))
                : cacheWatch;
    }

    @Override
    public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
        if (Subresources.isBinding(type)) {
            return subresources.bind(namespace, object, options);
        }
        TypeMetaCheck.check(context, type, object);
        VersionConversion shape = context.conversionOf(type);
        if (!shape.isSame()) {
            JsonObject stored = shaped(type, namespace, object);
            shape.check(stored, null);
            return written(type, shape.served(create.create(shape.stored(type), namespace, stored, options)), options);
        }
        return written(type, context.served(type, create.create(type, namespace, object, options)), options);
    }

    @Override
    public JsonObject act(ResourceType type, ObjectKey key, String subresource, JsonObject body, WriteOptions options) {
        SubresourceHandler handler = subresources.find(type, subresource);
        if (handler == null) {
            throw SubresourceHandler.notFound();
        }
        return settled(handler.create(type, key, body, options));
    }

    @Override
    public JsonObject update(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        return updateOrCreate(type, key, subresource, object, options).object();
    }

    @Override
    public Written updateOrCreate(
            ResourceType type, ObjectKey key, String subresource, JsonObject object, WriteOptions options) {
        SubresourceHandler handler = subresources.find(type, subresource);
        if (handler != null) {
            return Written.updated(settled(handler.update(type, key, object, options)));
        }
        mustHave(type, subresource);
        TypeMetaCheck.check(context, type, object);
        VersionConversion shape = context.conversionOf(type);
        if (!shape.isSame()) {
            JsonObject stored = shaped(type, key.namespace(), object);
            shape.check(stored, context.watchCache(shape.stored(type)).get(key));
            Written written = update.update(shape.stored(type), key, subresource, stored, options);
            return written.with(written(type, shape.served(written.object()), options));
        }
        Written written = update.update(type, key, subresource, object, options);
        return written.with(written(type, context.served(type, written.object()), options));
    }

    @Override
    public JsonObject patch(ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
        SubresourceHandler handler = subresources.find(type, subresource);
        if (handler != null) {
            return settled(handler.patch(type, key, patch, options));
        }
        mustHave(type, subresource);
        JsonObject patched = patches.patch(type, key, subresource, patch, options);
        return written(type, context.conversionOf(type).served(context.served(type, patched)), options);
    }

    /// As it is stored, if this version looks otherwise.
    private JsonObject shaped(ResourceType type, String namespace, JsonObject object) {
        JsonObject canonical = context.canonical(type, RequestObjectCheck.checked(type, namespace, object));
        JsonObject stored = context.conversionOf(type).stored(canonical);
        return namespace.isEmpty() ? stored : stored.withAt(Json.of(namespace), "metadata", "namespace");
    }

    @Override
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        VersionConversion shape = context.conversionOf(type);
        return settled(shape.served(delete.delete(shape.stored(type), key, options)));
    }

    @Override
    public KubeList deleteCollection(ResourceType type, String namespace, ListOptions which, DeleteOptions options) {
        List<JsonObject> gone = new ArrayList<>();
        ResourceType stored = context.conversionOf(type).stored(type);
        for (JsonObject object : list(type, namespace, which).items()) {
            delete.delete(stored, KubeObjects.key(object), options);
            gone.add(object);
        }
        return settled(new KubeList(gone, Long.toString(context.store().version()), "", 0));
    }

    private void mustHave(ResourceType type, String subresource) {
        Strategy strategy = context.strategyOf(context.conversionOf(type).stored(type));
        boolean isStatus = subresource.equals("status") && strategy.hasStatus();
        if (!subresource.isEmpty() && !isStatus && !strategy.subresources().contains(subresource)) {
            throw SubresourceHandler.notFound();
        }
    }
}
