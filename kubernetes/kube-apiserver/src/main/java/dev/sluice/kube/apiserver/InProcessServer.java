package dev.sluice.kube.apiserver;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.schema.SchemaMergeRules;
import dev.sluice.kube.apiserver.store.ObjectStore;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import java.util.List;

/// A Kubernetes API server without HTTP and without locks, for tests and simulations on one thread.
public final class InProcessServer {
    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final ObjectStore store;
    private final DeletableResources collectable;
    private final Kube kube;

    /// One that is empty but for the namespaces that every cluster has.
    ///
    /// @param remembered how many changes of each resource a watch may be behind
    public InProcessServer(Clock clock, Seeds seeds, int remembered) {
        Schema schema = Schema.kubernetes();
        this.store = new ObjectStore(remembered);
        ResourceRegistry registry = new ResourceRegistry(schema);
        this.collectable = new DeletableResources(registry);
        Strategies strategies = new Strategies(AdmissionExpressions::error);
        RequestContext context =
                new RequestContext(store, clock, seeds.forActor("api server"), registry, strategies::of);
        this.kube = new EmbeddedKube(context, type -> SchemaMergeRules.of(schema, type));
        for (String name : NAMESPACES) {
            kube.create(
                    KubeTypes.NAMESPACES,
                    "",
                    JsonObject.of("metadata", JsonObject.of("name", Json.of(name))),
                    WriteOptions.PLAIN);
        }
    }

    public Kube kube() {
        return kube;
    }

    /// All resources whose objects can be listed, watched and deleted, each in one version.
    public List<ResourceType> resources() {
        return collectable.resources();
    }

    /// How many events watches have not read yet.
    public long undelivered() {
        return store.undelivered();
    }
}
