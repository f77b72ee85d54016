package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.apiserver.cel.CelEnvironment.Result;
import dev.sluice.kube.apiserver.cel.CelEnvironment.Variable;
import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ListSort;
import dev.sluice.kube.apiserver.cel.CelSchema.MapOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import dev.sluice.kube.apiserver.cel.CelSchema.Scalar;
import dev.sluice.kube.apiserver.cel.CelSchema.Sort;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// CEL expressions of admission, with the variables `object`, `oldObject`, `request`, `namespaceObject`,
/// `authorizer`.
public final class AdmissionExpressions {
    /// Kubernetes' cost limit for all match conditions of one webhook.
    public static final long BUDGET = 2_500_000;

    private static final CelSchema TEXTS = new ListOf(CelSchema.TEXT, ListSort.ATOMIC, List.of(), 0);
    private static final CelSchema NAMED_TEXTS = new MapOf(CelSchema.TEXT, 0);
    private static final CelSchema TIME = new Scalar(Sort.TIMESTAMP, 0, 0);

    private static final CelSchema KIND =
            object("group", CelSchema.TEXT, "version", CelSchema.TEXT, "kind", CelSchema.TEXT);
    private static final CelSchema RESOURCE =
            object("group", CelSchema.TEXT, "version", CelSchema.TEXT, "resource", CelSchema.TEXT);
    private static final CelSchema USER =
            object("username", CelSchema.TEXT, "uid", CelSchema.TEXT, "groups", TEXTS, "extra", new MapOf(TEXTS, 0));

    private static final CelSchema REQUEST = object(
            "kind", KIND,
            "resource", RESOURCE,
            "subResource", CelSchema.TEXT,
            "requestKind", KIND,
            "requestResource", RESOURCE,
            "requestSubResource", CelSchema.TEXT,
            "name", CelSchema.TEXT,
            "namespace", CelSchema.TEXT,
            "operation", CelSchema.TEXT,
            "userInfo", USER,
            "dryRun", CelSchema.BOOLEAN,
            "options", CelSchema.ANY);

    private static final CelSchema METADATA = object(
            "name", CelSchema.TEXT,
            "generateName", CelSchema.TEXT,
            "namespace", CelSchema.TEXT,
            "labels", NAMED_TEXTS,
            "annotations", NAMED_TEXTS,
            "UID", CelSchema.TEXT,
            "creationTimestamp", TIME,
            "deletionGracePeriodSeconds", CelSchema.INTEGER,
            "deletionTimestamp", TIME,
            "generation", CelSchema.INTEGER,
            "resourceVersion", CelSchema.TEXT,
            "finalizers", TEXTS);

    private static final CelSchema CONDITION = object(
            "status", CelSchema.TEXT,
            "type", CelSchema.TEXT,
            "lastTransitionTime", TIME,
            "message", CelSchema.TEXT,
            "reason", CelSchema.TEXT);

    private static final CelSchema NAMESPACE = object(
            "metadata",
            METADATA,
            "spec",
            object("finalizers", TEXTS),
            "status",
            object("conditions", new ListOf(CONDITION, ListSort.ATOMIC, List.of(), 0), "phase", CelSchema.TEXT));

    private static final CelEnvironment ENVIRONMENT = CelEnvironment.of(List.of(
            new Variable("object", CelSchema.ANY, false),
            new Variable("oldObject", CelSchema.ANY, false),
            new Variable("request", REQUEST, false),
            new Variable("namespaceObject", NAMESPACE, false),
            new Variable("authorizer", new Scalar(Sort.AUTHORIZER, 0, 0), false),
            new Variable("authorizer.requestResource", new Scalar(Sort.RESOURCE_CHECK, 0, 0), false)));

    private AdmissionExpressions() {}

    /// The error of an expression, in Kubernetes' words; empty if it compiles to a boolean.
    public static String error(String source) {
        try {
            compile(source);
            return "";
        } catch (CelCompileException e) {
            return e.foundType().isEmpty() ? e.problem() : "must evaluate to bool but got " + e.foundType();
        }
    }

    /// Reads a condition.
    ///
    /// @throws CelRefusal if it is none
    public static CelExpression compile(String source) throws CelCompileException {
        return ENVIRONMENT.compile(source, Result.BOOLEAN);
    }

    /// Returns the values of the variables. `namespaceObject` is never set.
    ///
    /// @param request as webhooks are told it
    public static Map<String, Object> variables(JsonObject request, CelAuthorizer authorizer) {
        Map<String, Object> variables = new HashMap<>();
        for (String name : List.of("object", "oldObject")) {
            variables.put(name, CelValues.of(CelSchema.ANY, request.has(name) ? request.object(name) : JsonNull.NULL));
            if (request.get(name) == JsonNull.NULL) {
                variables.put(name, CelValues.of(CelSchema.ANY, JsonNull.NULL));
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
    private static CelSchema object(Object... namesAndShapes) {
        Map<String, CelSchema> fields = new HashMap<>();
        for (int i = 0; i < namesAndShapes.length; i += 2) {
            fields.put((String) namesAndShapes[i], (CelSchema) namesAndShapes[i + 1]);
        }
        return new ObjectOf(fields, 0, false);
    }
}
