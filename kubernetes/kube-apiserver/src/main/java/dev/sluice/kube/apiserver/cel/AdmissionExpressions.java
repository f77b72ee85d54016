package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.apiserver.cel.CelEnvironment.Result;
import dev.sluice.kube.apiserver.cel.CelEnvironment.Variable;
import dev.sluice.kube.apiserver.cel.Shape.ListOf;
import dev.sluice.kube.apiserver.cel.Shape.ListSort;
import dev.sluice.kube.apiserver.cel.Shape.MapOf;
import dev.sluice.kube.apiserver.cel.Shape.ObjectOf;
import dev.sluice.kube.apiserver.cel.Shape.Scalar;
import dev.sluice.kube.apiserver.cel.Shape.Sort;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Expressions about a write: `object`, `oldObject`, `request`, `namespaceObject`, `authorizer`.
public final class AdmissionExpressions {
    /// What all conditions of one webhook may cost together, as Kubernetes has it.
    public static final long BUDGET = 2_500_000;

    private static final Shape TEXTS = new ListOf(Shape.TEXT, ListSort.ATOMIC, List.of(), 0);
    private static final Shape NAMED_TEXTS = new MapOf(Shape.TEXT, 0);
    private static final Shape TIME = new Scalar(Sort.TIMESTAMP, 0, 0);

    private static final Shape KIND = object("group", Shape.TEXT, "version", Shape.TEXT, "kind", Shape.TEXT);
    private static final Shape RESOURCE = object("group", Shape.TEXT, "version", Shape.TEXT, "resource", Shape.TEXT);
    private static final Shape USER =
            object("username", Shape.TEXT, "uid", Shape.TEXT, "groups", TEXTS, "extra", new MapOf(TEXTS, 0));

    private static final Shape REQUEST = object(
            "kind", KIND,
            "resource", RESOURCE,
            "subResource", Shape.TEXT,
            "requestKind", KIND,
            "requestResource", RESOURCE,
            "requestSubResource", Shape.TEXT,
            "name", Shape.TEXT,
            "namespace", Shape.TEXT,
            "operation", Shape.TEXT,
            "userInfo", USER,
            "dryRun", Shape.BOOLEAN,
            "options", Shape.ANY);

    private static final Shape METADATA = object(
            "name", Shape.TEXT,
            "generateName", Shape.TEXT,
            "namespace", Shape.TEXT,
            "labels", NAMED_TEXTS,
            "annotations", NAMED_TEXTS,
            "UID", Shape.TEXT,
            "creationTimestamp", TIME,
            "deletionGracePeriodSeconds", Shape.INTEGER,
            "deletionTimestamp", TIME,
            "generation", Shape.INTEGER,
            "resourceVersion", Shape.TEXT,
            "finalizers", TEXTS);

    private static final Shape CONDITION = object(
            "status", Shape.TEXT,
            "type", Shape.TEXT,
            "lastTransitionTime", TIME,
            "message", Shape.TEXT,
            "reason", Shape.TEXT);

    private static final Shape NAMESPACE = object(
            "metadata",
            METADATA,
            "spec",
            object("finalizers", TEXTS),
            "status",
            object("conditions", new ListOf(CONDITION, ListSort.ATOMIC, List.of(), 0), "phase", Shape.TEXT));

    private static final CelEnvironment ENVIRONMENT = CelEnvironment.of(List.of(
            new Variable("object", Shape.ANY, false),
            new Variable("oldObject", Shape.ANY, false),
            new Variable("request", REQUEST, false),
            new Variable("namespaceObject", NAMESPACE, false),
            new Variable("authorizer", new Scalar(Sort.AUTHORIZER, 0, 0), false),
            new Variable("authorizer.requestResource", new Scalar(Sort.RESOURCE_CHECK, 0, 0), false)));

    private AdmissionExpressions() {}

    /// Reads a condition.
    ///
    /// @throws CelRefusal if it is none
    public static CelExpression compile(String source) throws CelRefusal {
        return ENVIRONMENT.compile(source, Result.BOOLEAN);
    }

    /// What the names stand for. Nobody is told of the namespace.
    ///
    /// @param request as webhooks are told it
    public static Map<String, Object> variables(JsonObject request, CelAuthorizer authorizer) {
        Map<String, Object> variables = new HashMap<>();
        for (String name : List.of("object", "oldObject")) {
            variables.put(name, CelValues.of(Shape.ANY, request.has(name) ? request.object(name) : JsonNull.NULL));
            if (request.get(name) == JsonNull.NULL) {
                variables.put(name, CelValues.of(Shape.ANY, JsonNull.NULL));
            }
        }
        variables.put("request", CelValues.of(REQUEST, request));
        variables.put("namespaceObject", CelValues.of(NAMESPACE, JsonNull.NULL));
        variables.put("authorizer", CelValues.of(authorizer));
        JsonObject resource = request.object("resource");
        variables.put(
                "authorizer.requestResource",
                new AuthorizerFunctions.Check(
                        authorizer,
                        new CelAuthorizer.Ask(
                                "",
                                "",
                                "",
                                resource.text("group"),
                                resource.text("resource"),
                                request.text("subResource"),
                                request.text("namespace"),
                                request.text("name"))));
        return variables;
    }

    /// @param namesAndShapes by turns
    private static Shape object(Object... namesAndShapes) {
        Map<String, Shape> fields = new HashMap<>();
        for (int i = 0; i < namesAndShapes.length; i += 2) {
            fields.put((String) namesAndShapes[i], (Shape) namesAndShapes[i + 1]);
        }
        return new ObjectOf(fields, 0, false);
    }
}
