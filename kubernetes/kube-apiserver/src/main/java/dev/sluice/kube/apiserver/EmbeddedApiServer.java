package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.http.HttpServer;
import dev.sluice.kube.apiserver.http.SharedKube;
import dev.sluice.kube.apiserver.kind.Rulebook;
import dev.sluice.kube.apiserver.schema.Catalogue;
import dev.sluice.kube.apiserver.schema.Schema;
import dev.sluice.kube.apiserver.schema.SchemaMergeRules;
import dev.sluice.kube.apiserver.store.ObjectStore;
import dev.sluice.kube.apiserver.verb.EmbeddedKube;
import dev.sluice.kube.apiserver.verb.Ground;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import java.net.URI;
import java.util.List;

/// A Kubernetes API server in this process: the port, and HTTP around it.
public final class EmbeddedApiServer implements AutoCloseable {
    /// About as many as the real server's watch cache keeps of a busy resource; a few tens of megabytes of pods.
    private static final int CHANGES_REMEMBERED = 16_384;

    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final Kube kube;
    private final HttpServer http;

    private EmbeddedApiServer(Kube kube, HttpServer http) {
        this.kube = kube;
        this.http = http;
    }

    /// Starts one that is empty but for the namespaces that every cluster has.
    ///
    /// @param port of plain HTTP on loopback; 0 for any that is free
    public static EmbeddedApiServer start(Clock clock, Seeds seeds, int port) {
        Schema schema = Schema.kubernetes();
        Catalogue catalogue = new Catalogue(schema);
        Ground ground = new Ground(
                new ObjectStore(CHANGES_REMEMBERED), clock, seeds.forActor("api server"), catalogue, Rulebook::of);
        Kube kube = new SharedKube(new EmbeddedKube(ground, type -> SchemaMergeRules.of(schema, type)));
        ResourceType namespaces = new ResourceType("", "v1", "namespaces", "Namespace", false);
        for (String name : NAMESPACES) {
            JsonObject namespace = JsonObject.of("metadata", JsonObject.of("name", Json.of(name)));
            kube.create(namespaces, "", namespace, WriteOptions.PLAIN);
        }
        return new EmbeddedApiServer(kube, HttpServer.start(kube, catalogue, clock, port));
    }

    /// The same API without HTTP; any thread may use it.
    public Kube kube() {
        return kube;
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + http.port());
    }

    @Override
    public void close() {
        http.close();
    }
}
