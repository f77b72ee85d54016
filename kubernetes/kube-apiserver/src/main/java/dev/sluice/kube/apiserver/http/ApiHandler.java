package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.subresource.ServedResources;
import dev.sluice.kube.apiserver.table.Tables;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.port.Written;
import dev.sluice.kube.schema.ServedType;
import dev.sluice.kube.schema.protobuf.ProtobufReader;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.kube.validation.print.HumanDuration;
import dev.sluice.runtime.time.Clock;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Handles API requests: finds the resource, decodes the body, calls the verb, sends the response.
final class ApiHandler {
    private static final int OK = 200;

    private static final int CREATED = 201;
    private static final int NOT_FOUND = 404;

    private final Kube kube;
    private final ResourceRegistry registry;
    private final Strategies strategies;
    private final NonResourceEndpoints documents;
    private final RequestBodies bodies;
    private final FieldValidation fields;
    private final ProtobufWriter protobuf;
    private final Tables tables;
    private final WatchStreams watches;
    private final SlowClients slowClients;
    private final Metrics metrics;

    ApiHandler(
            Kube kube,
            ResourceRegistry registry,
            Strategies strategies,
            Clock clock,
            Metrics metrics,
            SlowClients slowClients,
            GracefulShutdown ending) {
        this.kube = kube;
        this.registry = registry;
        this.strategies = strategies;
        this.documents = new NonResourceEndpoints(registry, metrics);
        this.bodies = new RequestBodies(new ProtobufReader(registry.schema()), slowClients);
        this.fields = new FieldValidation(registry.schema());
        this.protobuf = new ProtobufWriter(registry.schema());
        this.tables = new Tables(registry, strategies, new HumanDuration(clock));
        this.slowClients = slowClients;
        this.watches = new WatchStreams(clock, protobuf, slowClients, ending);
        this.metrics = metrics;
    }

    void handle(RequestInfo info, ServerRequest request, ServerResponse response) {
        Exchange exchange = new Exchange(info, request, response, protobuf, slowClients);
        try {
            answer(exchange);
        } catch (ApiException e) {
            exchange.send(e.code(), e.body());
        } finally {
            metrics.count(counted(exchange));
        }
    }

    private static Metrics.Request counted(Exchange exchange) {
        RequestInfo info = exchange.asked();
        if (info.where().isEmpty()) {
            return new Metrics.Request(info.method(), "", "", "", "", exchange.code());
        }
        ApiPath it = info.where().get();
        String word = switch (info.verb()) {
            case "watch" -> "WATCH";
            case "list" -> "LIST";
            default -> info.method();
        };
        return new Metrics.Request(word, it.group(), it.version(), it.plural(), it.subresource(), exchange.code());
    }

    /// Answers a request that is not let in.
    void refuse(RequestInfo info, ServerRequest request, ServerResponse response, ApiException why) {
        new Exchange(info, request, response, protobuf, slowClients).send(why.code(), why.body());
    }

    private void answer(Exchange exchange) {
        if (documents.answer(exchange)) {
            return;
        }
        Optional<ApiPath> where = exchange.asked().where();
        if (where.isEmpty()) {
            sendText(exchange, NOT_FOUND, "404 page not found\n");
            return;
        }
        ApiPath it = where.get();
        ServedType served = registry.type(it.group(), it.version(), it.plural());
        if (isNowhere(it, served)) {
            sendText(exchange, NOT_FOUND, "404 page not found\n");
            return;
        }
        if (served == null || !ServedResources.isServed(served)) {
            throw nothingThere();
        }
        call(exchange, it, served);
    }

    /// True if no API group serves this path, which has another message.
    private boolean isNowhere(ApiPath where, @Nullable ServedType served) {
        if (served == null) {
            return registry.schema().group(where.group()).isEmpty();
        }
        boolean isOutside = !served.type().namespaced() && !where.namespace().isEmpty();
        return isOutside && registry.custom(served.type()) != null;
    }

    /// Custom resources that are about to go tell fewer verbs than they take.
    private boolean takes(ServedType served, String verb) {
        return served.allows(verb) || (registry.custom(served.type()) != null && CustomType.VERBS.contains(verb));
    }

    private void call(Exchange exchange, ApiPath where, ServedType served) {
        QueryParameters query = exchange.query();
        ResourceType type = served.type();
        String method = exchange.method();
        String verb = exchange.asked().verb();
        boolean isOne = !where.name().isEmpty();
        ObjectKey key = new ObjectKey(where.namespace(), where.name());
        mustBePlaced(type, where);
        exchange.warn(strategies.of(type).deprecation());
        if (where.subresource().isEmpty()) {
            // What is in namespaces is made and cleared away in one of them.
            boolean isEverywhere = type.namespaced() && where.namespace().isEmpty() && !method.equals("GET");
            if (isEverywhere || isMisplaced(verb, isOne) || !takes(served, verb)) {
                throw notAllowed();
            }
        } else {
            ServedType.Subresource sub =
                    ServedResources.subresource(served, where.subresource()).orElseThrow(ApiHandler::nothingThere);
            if (!sub.verbs().contains(verb)) {
                throw notAllowed();
            }
        }
        boolean isWatch = exchange.asked().isWatch();
        if (isWatch || (method.equals("GET") && !isOne)) {
            query.mustMakeSense(isWatch);
        }
        if (isWatch) {
            ResponseViews views =
                    new ResponseViews(served, exchange.negotiate(Accept.WATCHES), tables, query.text("includeObject"));
            metrics.watchBegins();
            try (WatchStreams.Telling telling = watches.begin(
                    kube, type, where, query, views, exchange.accept().format())) {
                WatchStreams.answer(telling, exchange);
            } finally {
                metrics.watchEnds();
            }
            return;
        }
        ResponseViews views = new ResponseViews(
                        served, exchange.negotiate(Accept.OBJECTS), tables, query.text("includeObject"))
                .saying(registry.custom(type) != null);
        switch (method) {
            case "GET" -> {
                exchange.send(
                        OK,
                        isOne
                                ? views.object(kube.get(type, key, where.subresource()))
                                : views.list(kube.list(type, where.namespace(), query.list())));
            }
            case "POST" -> {
                WriteOptions options = query.write("CreateOptions", exchange::warn);
                JsonObject body = body(exchange, where, served, options);
                JsonObject made = isOne
                        ? kube.act(type, key, where.subresource(), body, options)
                        : kube.create(type, where.namespace(), body, options);
                exchange.send(CREATED, views.object(made));
            }
            case "PUT" -> {
                WriteOptions options = query.write("UpdateOptions", exchange::warn);
                JsonObject body = body(exchange, where, served, options);
                Written written = kube.updateOrCreate(type, key, where.subresource(), body, options);
                exchange.send(written.isCreated() ? CREATED : OK, views.object(written.object()));
            }
            case "PATCH" -> {
                WriteOptions options = query.write("PatchOptions", exchange::warn);
                Patch patch = bodies.patch(exchange.request());
                exchange.send(OK, views.object(kube.patch(type, key, where.subresource(), patch, options)));
            }
            case "DELETE" -> exchange.send(OK, delete(exchange, views, where, served));
            default -> throw notAllowed();
        }
    }

    /// The watch that is asked for, to be told otherwise than by an answer; null if something else is.
    WatchStreams.@Nullable Telling watch(RequestInfo asked) {
        Optional<ApiPath> where = asked.where();
        QueryParameters query = asked.query();
        if (where.isEmpty() || !asked.isWatch()) {
            return null;
        }
        ApiPath it = where.get();
        ServedType served = registry.type(it.group(), it.version(), it.plural());
        if (served == null || !it.subresource().isEmpty() || !ServedResources.isServed(served)) {
            return null;
        }
        mustBePlaced(served.type(), it);
        query.mustMakeSense(true);
        Accept accept = Accept.negotiate(asked.header(HeaderNames.ACCEPT), Accept.WATCHES);
        ResponseViews views = new ResponseViews(served, accept, tables, query.text("includeObject"));
        return watches.begin(kube, served.type(), it, query, views, accept.format());
    }

    /// The object that was handed in, if it is one of the kind that belongs there.
    private JsonObject body(Exchange exchange, ApiPath where, ServedType served, WriteOptions options) {
        Optional<ServedType.Subresource> sub = served.subresource(where.subresource());
        String apiVersion =
                sub.map(ServedType.Subresource::apiVersion).orElse(served.type().apiVersion());
        String kind = sub.map(ServedType.Subresource::kind).orElse(served.type().kind());
        RequestBodies.Given given = bodies.object(exchange.request(), kind);
        // A subresource of another kind, such as a scale, is not of the custom type.
        CustomType custom = kind.equals(served.type().kind()) ? registry.custom(served.type()) : null;
        if (custom != null) {
            fields.checkCustom(custom, given.object(), options);
        } else {
            fields.check(apiVersion, kind, given, options);
        }
        return given.object();
    }

    private static void mustBePlaced(ResourceType type, ApiPath where) {
        boolean isIn = !where.namespace().isEmpty();
        boolean isOne = !where.name().isEmpty();
        if ((isIn && !type.namespaced()) || (!isIn && type.namespaced() && isOne)) {
            throw nothingThere();
        }
    }

    private JsonObject delete(Exchange exchange, ResponseViews views, ApiPath where, ServedType served) {
        JsonObject body = bodies.objectOrEmpty(exchange.request());
        QueryParameters query = exchange.query();
        ResourceType type = served.type();
        if (where.name().isEmpty()) {
            return views.list(kube.deleteCollection(type, where.namespace(), query.list(), query.delete(body)));
        }
        ObjectKey key = new ObjectKey(where.namespace(), where.name());
        DeleteOptions options = query.delete(body);
        exchange.warn(strategies.of(type).deletionWarning(options.propagation()));
        JsonObject last = kube.delete(type, key, options);
        return views.object(KubeObjects.isTerminating(last) ? last : deleted(type, last));
    }

    private JsonObject deleted(ResourceType type, JsonObject last) {
        if (strategies.of(type).returnsDeletedObject()) {
            return last;
        }
        JsonObject.Builder details = JsonObject.builder().put("name", KubeObjects.name(last));
        if (!type.group().isEmpty()) {
            details.put("group", type.group());
        }
        details.put("kind", type.plural()).put("uid", KubeObjects.uid(last));
        return JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.EMPTY)
                .put("status", "Success")
                .put("details", details.build())
                .build();
    }

    private static void sendText(Exchange exchange, int code, String text) {
        exchange.send(code, Exchange.TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Whether a verb that needs a name has none, or the other way round.
    private static boolean isMisplaced(String verb, boolean isOne) {
        return isOne ? verb.equals("create") : verb.equals("update") || verb.equals("patch");
    }

    private static ApiException notAllowed() {
        return new ApiStatus(
                        405,
                        "MethodNotAllowed",
                        "the server does not allow this method on the requested resource",
                        JsonObject.EMPTY)
                .exception();
    }

    private static ApiException nothingThere() {
        return new ApiStatus(
                        NOT_FOUND, "NotFound", "the server could not find the requested resource", JsonObject.EMPTY)
                .exception();
    }
}
