package dev.sluice.kube.apiserver.table;

import static dev.sluice.kube.apiserver.table.Cells.AGE;
import static dev.sluice.kube.apiserver.table.Cells.NAME;
import static dev.sluice.kube.apiserver.table.Cells.NONE;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The tables of what a cluster consists of: nodes, namespaces, quotas, priorities, leases, devices.
final class ClusterColumns {
    private static final String UNKNOWN = "<unknown>";
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";

    static final Map<String, List<Column>> ALL = Map.ofEntries(
            Map.entry(
                    "nodes",
                    List.of(
                            NAME,
                            Column.text("Status", Cells.text(ClusterColumns::nodeStatus)),
                            Column.text("Roles", Cells.text(ClusterColumns::roles)),
                            AGE,
                            Column.text("Version", Cells.at("status", "nodeInfo", "kubeletVersion")),
                            Column.text("Internal-IP", Cells.text(node -> address(node, "InternalIP")))
                                    .wide(),
                            Column.text("External-IP", Cells.text(node -> address(node, "ExternalIP")))
                                    .wide(),
                            Column.text("OS-Image", Cells.atOr(UNKNOWN, "status", "nodeInfo", "osImage"))
                                    .wide(),
                            Column.text("Kernel-Version", Cells.text(ClusterColumns::kernel))
                                    .wide(),
                            Column.text(
                                            "Container-Runtime",
                                            Cells.atOr(UNKNOWN, "status", "nodeInfo", "containerRuntimeVersion"))
                                    .wide())),
            Map.entry("namespaces", List.of(NAME, Column.text("Status", Cells.at("status", "phase")), AGE)),
            Map.entry("configmaps", List.of(NAME, Column.text("Data", (object, _) -> Json.of(data(object))), AGE)),
            Map.entry(
                    "secrets",
                    List.of(
                            NAME,
                            Column.text("Type", Cells.at("type")),
                            Column.text("Data", Cells.count("data")),
                            AGE)),
            Map.entry("serviceaccounts", List.of(NAME, AGE)),
            Map.entry(
                    "resourcequotas",
                    List.of(
                            NAME,
                            Column.text("Request", Cells.text(quota -> used(quota, false))),
                            Column.text("Limit", Cells.text(quota -> used(quota, true))),
                            AGE)),
            Map.entry(
                    "componentstatuses",
                    List.of(
                            NAME,
                            Column.text("Status", Cells.text(_ -> "Unknown")),
                            Column.text("Message", Cells.text(_ -> "")),
                            Column.text("Error", Cells.text(_ -> "")))),
            Map.entry(
                    "priorityclasses.scheduling.k8s.io",
                    List.of(
                            NAME,
                            Column.whole("Value", Cells.number("value")),
                            Column.truth("Global-Default", Cells.truth(false, "globalDefault")),
                            AGE,
                            Column.text("PreemptionPolicy", Cells.at("preemptionPolicy")))),
            Map.entry("workloads.scheduling.k8s.io", List.of(NAME, AGE)),
            Map.entry("runtimeclasses.node.k8s.io", List.of(NAME, Column.text("Handler", Cells.at("handler")), AGE)),
            Map.entry(
                    "leases.coordination.k8s.io",
                    List.of(NAME, Column.text("Holder", Cells.at("spec", "holderIdentity")), AGE)),
            Map.entry(
                    "leasecandidates.coordination.k8s.io",
                    List.of(
                            NAME,
                            Column.text("LeaseName", Cells.at("spec", "leaseName")),
                            Column.text("BinaryVersion", Cells.at("spec", "binaryVersion")),
                            Column.text("EmulationVersion", Cells.at("spec", "emulationVersion")),
                            AGE)),
            Map.entry("events", EventColumns.CORE),
            Map.entry("events.events.k8s.io", EventColumns.NEWER),
            Map.entry("deviceclasses.resource.k8s.io", List.of(NAME, AGE)),
            Map.entry(
                    "resourceclaims.resource.k8s.io",
                    List.of(NAME, Column.text("State", Cells.text(ClusterColumns::claimState)), AGE)),
            Map.entry("resourceclaimtemplates.resource.k8s.io", List.of(NAME, AGE)),
            Map.entry(
                    "resourceslices.resource.k8s.io",
                    List.of(
                            NAME,
                            Column.text("Node", Cells.at("spec", "nodeName")),
                            Column.text("Driver", Cells.at("spec", "driver")),
                            Column.text("Pool", Cells.at("spec", "pool", "name")),
                            AGE)),
            Map.entry(
                    "devicetaintrules.resource.k8s.io",
                    List.of(
                            NAME,
                            Column.text("Key", Cells.at("spec", "taint", "key")),
                            Column.text("Value", Cells.at("spec", "taint", "value")),
                            Column.text("Effect", Cells.at("spec", "taint", "effect")),
                            Column.text("TimeAdded", ClusterColumns::timeAdded),
                            AGE)));

    private ClusterColumns() {}

    private static String nodeStatus(JsonObject node) {
        List<String> words = new ArrayList<>();
        JsonArray conditions = node.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals("Ready")) {
                words.clear();
                words.add(conditions.object(i).text("status").equals("True") ? "Ready" : "NotReady");
            }
        }
        if (words.isEmpty()) {
            words.add("Unknown");
        }
        if (node.isTrue("spec", "unschedulable")) {
            words.add("SchedulingDisabled");
        }
        return String.join(",", words);
    }

    private static String roles(JsonObject node) {
        TreeSet<String> roles = new TreeSet<>();
        node.object("metadata", "labels").texts().forEach((key, value) -> {
            if (key.startsWith(ROLE_PREFIX) && key.length() > ROLE_PREFIX.length()) {
                roles.add(key.substring(ROLE_PREFIX.length()));
            } else if (key.equals(ROLE) && !value.isEmpty()) {
                roles.add(value);
            }
        });
        return Cells.orNone(String.join(",", roles));
    }

    private static String address(JsonObject node, String type) {
        JsonArray addresses = node.array("status", "addresses");
        for (int i = 0; i < addresses.size(); i++) {
            if (addresses.object(i).text("type").equals(type)) {
                return addresses.object(i).text("address");
            }
        }
        return NONE;
    }

    private static String kernel(JsonObject node) {
        String version = node.text("status", "nodeInfo", "kernelVersion");
        String architecture = node.text("status", "nodeInfo", "architecture");
        return (version.isEmpty() ? UNKNOWN : version) + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }

    private static long data(JsonObject object) {
        return Cells.size(object.get("data")) + Cells.size(object.get("binaryData"));
    }

    /// How much of each resource is used, of how much.
    private static String used(JsonObject quota, boolean ofLimits) {
        JsonObject hard = quota.object("status", "hard");
        return hard.names().stream()
                .sorted()
                .filter(name -> name.startsWith("limits.") == ofLimits)
                .map(name -> name + ": " + orZero(quota.text("status", "used", name)) + "/" + hard.text(name))
                .collect(Collectors.joining(", "));
    }

    private static String orZero(String quantity) {
        return quantity.isEmpty() ? "0" : quantity;
    }

    private static String claimState(JsonObject claim) {
        List<String> states = new ArrayList<>();
        boolean isGoing = claim.object("metadata").has("deletionTimestamp");
        if (isGoing) {
            states.add("deleted");
        }
        if (claim.object("status").has("allocation")) {
            states.add("allocated");
            if (!claim.array("status", "reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!isGoing) {
            states.add("pending");
        }
        return String.join(",", states);
    }

    private static Json timeAdded(JsonObject rule, HumanDuration ages) {
        String added = rule.text("spec", "taint", "timeAdded");
        return Json.of(added.isEmpty() ? "" : ages.since(added));
    }
}
