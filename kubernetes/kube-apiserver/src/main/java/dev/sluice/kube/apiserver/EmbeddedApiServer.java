package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.access.AccessControl;
import dev.sluice.kube.apiserver.access.AccessReviewKube;
import dev.sluice.kube.apiserver.access.AccessReviews;
import dev.sluice.kube.apiserver.access.Authenticator;
import dev.sluice.kube.apiserver.access.Authorization;
import dev.sluice.kube.apiserver.access.Authorizer;
import dev.sluice.kube.apiserver.access.BootstrapPolicy;
import dev.sluice.kube.apiserver.access.ClusterRoleAggregation;
import dev.sluice.kube.apiserver.access.EscalationCheck;
import dev.sluice.kube.apiserver.access.RbacIndex;
import dev.sluice.kube.apiserver.access.ServiceAccountTokens;
import dev.sluice.kube.apiserver.access.TokenReviews;
import dev.sluice.kube.apiserver.admission.ConversionCaller;
import dev.sluice.kube.apiserver.admission.WebhookAdmission;
import dev.sluice.kube.apiserver.admission.WebhookCaller;
import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.custom.Definitions;
import dev.sluice.kube.apiserver.http.HttpServer;
import dev.sluice.kube.apiserver.http.InFlightRequests;
import dev.sluice.kube.apiserver.http.ListenException;
import dev.sluice.kube.apiserver.http.SerializedKube;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.schema.SchemaMergeRules;
import dev.sluice.kube.apiserver.store.ObjectStore;
import dev.sluice.kube.apiserver.tls.Kubeconfig;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
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
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A Kubernetes API server in this process, with HTTP and HTTPS.
public final class EmbeddedApiServer implements AutoCloseable {
    private static final String NODE_CRITICAL =
            "Used for system critical pods that must not be moved from their current node.";
    private static final String CLUSTER_CRITICAL =
            "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.";

    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final Kube kube;
    private final Optional<HttpServer> plain;
    private final Optional<HttpServer> secure;
    private final @Nullable ServerKeys secrets;
    private final Insight insight;

    /// What is known from within.
    private record Insight(
            DeletableResources collectable, ObjectStore store, SerializedKube shared, InFlightRequests traffic) {}

    private EmbeddedApiServer(
            Kube kube,
            Optional<HttpServer> plain,
            Optional<HttpServer> secure,
            @Nullable ServerKeys secrets,
            Insight insight) {
        this.kube = kube;
        this.insight = insight;
        this.plain = plain;
        this.secure = secure;
        this.secrets = secrets;
    }

    /// Starts one with plain HTTP only, for tests and simulations.
    ///
    /// @param port on loopback; 0 for any that is free
    public static EmbeddedApiServer start(Clock clock, Seeds seeds, int port) {
        return start(clock, seeds, ServerOptions.plain(port));
    }

    /// Starts one that is empty but for what every cluster has: its first namespaces, roles and bindings.
    ///
    /// @throws CannotListenException if a port is not to be had
    public static EmbeddedApiServer start(Clock clock, Seeds seeds, ServerOptions options) {
        return start(clock, clock, seeds, options);
    }

    /// Starts one whose time is not that of the machine.
    ///
    /// @param clock the time in the cluster
    /// @param machine the time by which slow clients are disconnected
    public static EmbeddedApiServer start(Clock clock, Clock machine, Seeds seeds, ServerOptions options) {
        @Nullable
        BackgroundValue<ServerKeys> secretsToBe =
                options.securePort().isPresent() ? BackgroundValue.of("secrets", ServerKeys::generate) : null;
        ResourceRegistry registry = new ResourceRegistry(Schema.kubernetes());
        Strategies strategies = new Strategies(AdmissionExpressions::error);
        RbacIndex policy = new RbacIndex();
        Authorizer authorizer = new Authorizer(policy);
        WebhookCaller caller = new WebhookCaller(options.services(), seeds.forActor("webhooks"));
        Definitions definitions = new Definitions(registry, strategies, clock, new ConversionCaller(caller));
        WebhookAdmission webhooks = new WebhookAdmission(registry, caller, new Authorization(authorizer));
        AdmissionPlugin admission = new AdmissionChain(new EscalationCheck(policy, authorizer), webhooks);
        ObjectStore store = new ObjectStore(options.changesRemembered());
        EmbeddedKube owned = owned(store, clock, seeds, registry, definitions, admission);
        furnish(owned);
        ServerOwnedObjects.create(owned, options);
        policy.follow(owned);
        owned.afterwards(policy);
        owned.afterwards(new ClusterRoleAggregation(policy, owned));
        definitions.follow(owned);
        owned.afterwards(definitions);
        webhooks.follow(owned);
        owned.afterwards(webhooks);
        SerializedKube shared = new SerializedKube(owned, definitions::asksOthers);
        InFlightRequests traffic = new InFlightRequests();
        ServiceAccountTokens tokens = new ServiceAccountTokens(shared, clock, seeds.forActor("tokens"));
        AccessReviews reviews = new AccessReviews(authorizer, new TokenReviews(tokens, options.tokens()), clock);
        Kube kube = new AccessReviewKube(shared, reviews, tokens);
        @Nullable ServerKeys secrets = secretsToBe == null ? null : secretsToBe.get();
        Authenticator authenticator = new Authenticator(
                secrets == null ? null : secrets.authority().certificate(), tokens, options.tokens(), authorizer);
        HttpServer.Service service = new HttpServer.Service(
                kube,
                registry,
                strategies,
                clock,
                machine,
                new AccessControl(authenticator, authorizer),
                traffic,
                () -> shared.inTurn(owned::figures));
        Optional<HttpServer> secure = secrets == null
                ? Optional.empty()
                : Optional.of(HttpServer.secure(
                        service, options.address(), options.securePort().getAsInt(), secrets.context()));
        Optional<HttpServer> plain;
        try {
            plain = options.plainPort().isPresent()
                    ? Optional.of(HttpServer.plain(service, options.plainPort().getAsInt()))
                    : Optional.empty();
        } catch (ListenException e) {
            secure.ifPresent(HttpServer::close);
            throw e;
        }
        return new EmbeddedApiServer(
                kube, plain, secure, secrets, new Insight(new DeletableResources(registry), store, shared, traffic));
    }

    private static EmbeddedKube owned(
            ObjectStore store,
            Clock clock,
            Seeds seeds,
            ResourceRegistry registry,
            Definitions definitions,
            AdmissionPlugin admission) {
        RequestContext context =
                new RequestContext(store, clock, seeds.forActor("api server"), registry, definitions::strategyOf);
        return new EmbeddedKube(context, type -> SchemaMergeRules.of(registry.schema(), type), admission);
    }

    private static void furnish(Kube kube) {
        ResourceType namespaces = new ResourceType("", "v1", "namespaces", "Namespace", false);
        for (String name : NAMESPACES) {
            JsonObject namespace = JsonObject.of("metadata", JsonObject.of("name", Json.of(name)));
            kube.create(namespaces, "", namespace, WriteOptions.PLAIN);
        }
        ResourceType classes = new ResourceType("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false);
        kube.create(classes, "", systemClass("node", 2_000_001_000L, NODE_CRITICAL), WriteOptions.PLAIN);
        kube.create(classes, "", systemClass("cluster", 2_000_000_000L, CLUSTER_CRITICAL), WriteOptions.PLAIN);
        BootstrapPolicy.create(kube);
    }

    private static JsonObject systemClass(String what, long value, String description) {
        return JsonObject.builder()
                .put("metadata", JsonObject.of("name", Json.of("system-" + what + "-critical")))
                .put("value", value)
                .put("description", description)
                .build();
    }

    /// The same API without HTTP; any thread may use it, as the administrator.
    public Kube kube() {
        return kube;
    }

    /// All resources whose objects can be listed, watched and deleted right now, each in one version.
    public List<ResourceType> resources() {
        return insight.collectable().resources();
    }

    /// How many requests over HTTP are not answered yet.
    public int requestsInFlight() {
        return insight.traffic().requests();
    }

    /// How many events watches have not read yet.
    public long eventsInFlight() {
        return insight.shared().inTurn(insight.store()::undelivered);
    }

    /// Of plain HTTP.
    public URI address() {
        return URI.create("http://127.0.0.1:" + plain.orElseThrow().port());
    }

    /// Of HTTPS.
    public URI secureAddress() {
        return URI.create("https://127.0.0.1:" + secure.orElseThrow().port());
    }

    /// By which an administrator reaches it over HTTPS.
    public Kubeconfig kubeconfig() {
        return client("admin", List.of("system:masters"));
    }

    /// Returns a kubeconfig for HTTPS, with a client certificate for the user.
    public Kubeconfig client(String user, List<String> groups) {
        if (secrets == null) {
            throw new IllegalStateException("this server has no HTTPS: see ServerOptions");
        }
        return new Kubeconfig(
                secureAddress(),
                secrets.authority().certificatePem(),
                secrets.authority().client(user, groups));
    }

    @Override
    public void close() {
        List<HttpServer> servers = new ArrayList<>();
        secure.ifPresent(servers::add);
        plain.ifPresent(servers::add);
        servers.forEach(HttpServer::close);
    }
}
