package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.port.WriteOptions.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// The query parameters of a request.
///
/// @param parameters all values of each, in order
record QueryParameters(Map<String, List<String>> parameters) {

    String text(String name) {
        List<String> given = parameters.get(name);
        return given == null || given.isEmpty() ? "" : given.getFirst();
    }

    boolean has(String name) {
        return parameters.containsKey(name);
    }

    List<String> all(String name) {
        return parameters.getOrDefault(name, List.of());
    }

    boolean isTrue(String name) {
        String text = text(name);
        return text.equals("true") || text.equals("1");
    }

    private long number(String name) {
        String text = text(name);
        if (text.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiStatus.badRequest("strconv.ParseInt: parsing " + GoQuoting.of(text) + ": invalid syntax");
        }
    }

    /// What of versions and initial events goes together.
    ///
    /// @param isWatch or else it is a list
    void mustMakeSense(boolean isWatch) {
        List<Cause> causes = new ArrayList<>();
        String match = text("resourceVersionMatch");
        String field = "resourceVersionMatch";
        boolean wantsEvents = parameters.containsKey("sendInitialEvents");
        if (!isWatch) {
            if (wantsEvents) {
                if (!match.isEmpty() && text("resourceVersion").isEmpty()) {
                    causes.add(
                            forbidden(field, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
                }
                causes.add(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
            }
        } else if (wantsEvents) {
            if (!match.equals("NotOlderThan")) {
                causes.add(forbidden(field, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
            }
            if (!match.equals("NotOlderThan") && !match.isEmpty()) {
                causes.add(new Cause(
                        "FieldValueNotSupported",
                        "Unsupported value: " + GoQuoting.of(match) + ": supported values: \"NotOlderThan\"",
                        field));
            }
        } else if (!match.isEmpty()) {
            causes.add(forbidden(
                    field, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        if (!causes.isEmpty()) {
            throw ApiStatus.invalid(new ResourceType("meta.k8s.io", "v1", "", "ListOptions", false), "", causes);
        }
    }

    private static Cause forbidden(String field, String why) {
        return new Cause("FieldValueForbidden", "Forbidden: " + why, field);
    }

    ListOptions list() {
        return new ListOptions(
                text("labelSelector"),
                text("fieldSelector"),
                number("limit"),
                text("continue"),
                text("resourceVersion"),
                text("resourceVersionMatch"));
    }

    WatchOptions watch() {
        return new WatchOptions(
                text("labelSelector"),
                text("fieldSelector"),
                text("resourceVersion"),
                isTrue("allowWatchBookmarks"),
                isTrue("sendInitialEvents"),
                parameters.containsKey("sendInitialEvents") && !isTrue("sendInitialEvents"));
    }

    /// Returns the timeout of a watch; 0 if there is none.
    long timeoutSeconds() {
        return number("timeoutSeconds");
    }

    /// @param kind of the options, as errors name it
    WriteOptions write(String kind, Consumer<String> warnings) {
        String given = text("fieldValidation");
        Validation validation = switch (given) {
            case "", "Warn" -> Validation.WARN;
            case "Strict" -> Validation.STRICT;
            case "Ignore" -> Validation.IGNORE;
            default ->
                throw unsupported(
                        kind, "fieldValidation", GoQuoting.of(given), "\"\", \"Ignore\", \"Strict\", \"Warn\"");
        };
        return new WriteOptions(isDryRun(kind), text("fieldManager"), validation, warnings);
    }

    private boolean isDryRun(String kind) {
        List<String> given = parameters.getOrDefault("dryRun", List.of());
        if (!given.stream().allMatch("All"::equals)) {
            throw unsupported(
                    kind, "dryRun", given.stream().map(GoQuoting::of).toList().toString(), "\"All\"");
        }
        return !given.isEmpty();
    }

    private static ApiException unsupported(String kind, String field, String given, String supported) {
        Cause cause = new Cause(
                "FieldValueNotSupported", "Unsupported value: " + given + ": supported values: " + supported, field);
        return ApiStatus.invalid(new ResourceType("meta.k8s.io", "v1", "", kind, false), "", List.of(cause));
    }

    private static void mustBePropagated(String policy, boolean isOrphaning) {
        Set<String> known = Set.of("", DeleteOptions.FOREGROUND, DeleteOptions.BACKGROUND, DeleteOptions.ORPHAN);
        if (!known.contains(policy)) {
            throw unsupported(
                    "DeleteOptions",
                    "propagationPolicy",
                    GoQuoting.of(policy),
                    "\"Foreground\", \"Background\", \"Orphan\", \"nil\"");
        }
        if (!policy.isEmpty() && isOrphaning) {
            Cause cause = Cause.invalid(
                    "propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set");
            throw ApiStatus.invalid(
                    new ResourceType("meta.k8s.io", "v1", "", "DeleteOptions", false), "", List.of(cause));
        }
    }

    /// From a body of `DeleteOptions`, which may be empty, and from the query.
    DeleteOptions delete(JsonObject body) {
        String grace = text("gracePeriodSeconds");
        OptionalLong seconds = grace.isEmpty() ? OptionalLong.empty() : OptionalLong.of(number("gracePeriodSeconds"));
        if (body.has("gracePeriodSeconds")) {
            seconds = OptionalLong.of(body.number(0, "gracePeriodSeconds"));
        }
        String propagation = text("propagationPolicy");
        if (body.isTrue("orphanDependents")) {
            propagation = DeleteOptions.ORPHAN;
        }
        String inBody = body.text("propagationPolicy");
        mustBePropagated(inBody.isEmpty() ? text("propagationPolicy") : inBody, body.has("orphanDependents"));
        return new DeleteOptions(
                seconds,
                inBody.isEmpty() ? propagation : inBody,
                body.text("preconditions", "uid"),
                body.text("preconditions", "resourceVersion"),
                isDryRun("DeleteOptions") || !body.array("dryRun").isEmpty());
    }
}
