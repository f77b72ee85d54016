package dev.sluice.kube.apiserver.table;

import static dev.sluice.kube.apiserver.table.Cells.AGE;
import static dev.sluice.kube.apiserver.table.Cells.NAME;
import static dev.sluice.kube.apiserver.table.Cells.NONE;
import static dev.sluice.kube.apiserver.table.Cells.UNSET;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The tables of who may do what, and of what watches over requests.
final class AccessColumns {
    private static final List<Column> BINDING = List.of(
            NAME,
            Column.text(
                    "Role",
                    Cells.text(object -> object.text("roleRef", "kind") + "/" + object.text("roleRef", "name"))),
            AGE,
            Column.text("Users", Cells.text(object -> subjects(object, "User"))).wide(),
            Column.text("Groups", Cells.text(object -> subjects(object, "Group")))
                    .wide(),
            Column.text("ServiceAccounts", Cells.text(object -> subjects(object, "ServiceAccount")))
                    .wide());

    private static final List<Column> WEBHOOKS = List.of(NAME, Column.whole("Webhooks", Cells.count("webhooks")), AGE);

    private static final List<Column> POLICY_BINDING = List.of(
            NAME,
            Column.text("PolicyName", Cells.at("spec", "policyName")),
            Column.text("ParamRef", Cells.text(AccessColumns::parameterReference)),
            AGE);

    static final Map<String, List<Column>> ALL = Map.ofEntries(
            Map.entry("rolebindings.rbac.authorization.k8s.io", BINDING),
            Map.entry("clusterrolebindings.rbac.authorization.k8s.io", BINDING),
            Map.entry("mutatingwebhookconfigurations.admissionregistration.k8s.io", WEBHOOKS),
            Map.entry("validatingwebhookconfigurations.admissionregistration.k8s.io", WEBHOOKS),
            Map.entry("validatingadmissionpolicies.admissionregistration.k8s.io", policy("Validations", "validations")),
            Map.entry("mutatingadmissionpolicies.admissionregistration.k8s.io", policy("Mutations", "mutations")),
            Map.entry("validatingadmissionpolicybindings.admissionregistration.k8s.io", POLICY_BINDING),
            Map.entry("mutatingadmissionpolicybindings.admissionregistration.k8s.io", POLICY_BINDING),
            Map.entry(
                    "certificatesigningrequests.certificates.k8s.io",
                    List.of(
                            NAME,
                            AGE,
                            Column.text("SignerName", Cells.atOr(NONE, "spec", "signerName")),
                            Column.text("Requestor", Cells.at("spec", "username")),
                            Column.text("RequestedDuration", Cells.text(AccessColumns::requestedDuration)),
                            Column.text("Condition", Cells.text(AccessColumns::condition)))),
            Map.entry(
                    "flowschemas.flowcontrol.apiserver.k8s.io",
                    List.of(
                            NAME,
                            Column.text("PriorityLevel", Cells.at("spec", "priorityLevelConfiguration", "name")),
                            Column.text("MatchingPrecedence", Cells.number("spec", "matchingPrecedence")),
                            Column.text("DistinguisherMethod", Cells.atOr(NONE, "spec", "distinguisherMethod", "type")),
                            AGE,
                            Column.text("MissingPL", Cells.text(AccessColumns::dangling)))),
            Map.entry(
                    "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
                    List.of(
                            NAME,
                            Column.text("Type", Cells.at("spec", "type")),
                            Column.text(
                                    "NominalConcurrencyShares",
                                    Cells.atOr(NONE, "spec", "limited", "nominalConcurrencyShares")),
                            queuing("Queues", "queues"),
                            queuing("HandSize", "handSize"),
                            queuing("QueueLengthLimit", "queueLengthLimit"),
                            AGE)),
            Map.entry(
                    "apiservices.apiregistration.k8s.io",
                    List.of(
                            NAME,
                            Column.text("Service", Cells.text(AccessColumns::service)),
                            Column.text("Available", Cells.text(AccessColumns::available)),
                            AGE)));

    private AccessColumns() {}

    private static List<Column> policy(String column, String field) {
        return List.of(
                NAME,
                Column.whole(column, Cells.count("spec", field)),
                Column.text("ParamKind", Cells.text(AccessColumns::parameterKind)),
                AGE);
    }

    private static Column queuing(String column, String field) {
        return Column.text(column, Cells.atOr(NONE, "spec", "limited", "limitResponse", "queuing", field));
    }

    private static String subjects(JsonObject binding, String kind) {
        List<String> names = new ArrayList<>();
        JsonArray subjects = binding.array("subjects");
        for (int i = 0; i < subjects.size(); i++) {
            JsonObject subject = subjects.object(i);
            if (subject.text("kind").equals(kind)) {
                String prefix = kind.equals("ServiceAccount") ? subject.text("namespace") + "/" : "";
                names.add(prefix + subject.text("name"));
            }
        }
        return String.join(", ", names);
    }

    private static String parameterKind(JsonObject policy) {
        JsonObject kind = policy.object("spec", "paramKind");
        return kind.isEmpty() ? UNSET : kind.text("apiVersion") + "/" + kind.text("kind");
    }

    private static String parameterReference(JsonObject binding) {
        JsonObject reference = binding.object("spec", "paramRef");
        if (reference.text("name").isEmpty()) {
            return UNSET;
        }
        String namespace = reference.text("namespace");
        return (namespace.isEmpty() ? "*" : namespace) + "/" + reference.text("name");
    }

    private static String requestedDuration(JsonObject request) {
        boolean isGiven = request.object("spec").has("expirationSeconds");
        return isGiven ? HumanDuration.text(Duration.ofSeconds(request.number(0, "spec", "expirationSeconds"))) : NONE;
    }

    private static String condition(JsonObject request) {
        List<String> types = Cells.each(request.array("status", "conditions"), "type");
        String decided = types.contains("Approved") ? "Approved" : "Pending";
        return (types.contains("Denied") ? "Denied" : decided)
                + (types.contains("Failed") ? ",Failed" : "")
                + (request.text("status", "certificate").isEmpty() ? "" : ",Issued");
    }

    private static String dangling(JsonObject flow) {
        JsonArray conditions = flow.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals("Dangling")) {
                return conditions.object(i).text("status");
            }
        }
        return "?";
    }

    private static String service(JsonObject api) {
        JsonObject service = api.object("spec", "service");
        return service.isEmpty() ? "Local" : service.text("namespace") + "/" + service.text("name");
    }

    /// An API that is not available says why, if it has a reason.
    private static String available(JsonObject api) {
        JsonArray conditions = api.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            JsonObject condition = conditions.object(i);
            if (condition.text("type").equals("Available")) {
                boolean isExplained = !condition.text("status").equals("True")
                        && !condition.text("reason").isEmpty();
                return condition.text("status") + (isExplained ? " (" + condition.text("reason") + ")" : "");
            }
        }
        return "Unknown";
    }
}
