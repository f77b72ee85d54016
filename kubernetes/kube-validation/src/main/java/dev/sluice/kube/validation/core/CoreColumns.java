package dev.sluice.kube.validation.core;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.NONE;
import static dev.sluice.kube.validation.print.Cells.UNSET;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.TemplateColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The columns that `kubectl get` prints for each kind.
final class CoreColumns {
    private static final String UNKNOWN = "<unknown>";
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    static final List<Column> POD_TEMPLATES = List.of(
            NAME,
            TemplateColumns.shown(Cells.containers("template").getFirst()),
            TemplateColumns.shown(Cells.containers("template").getLast()),
            Column.text(
                    "Pod Labels", Cells.text(object -> Cells.labels(object.object("template", "metadata", "labels")))));

    static final List<Column> REPLICATION_CONTROLLERS = TemplateColumns.replicas(Column.text(
                    "Selector", Cells.text(object -> Cells.labels(object.object("spec", "selector"))))
            .wide());

    static final List<Column> NODES = List.of(
            NAME,
            Column.text("Status", Cells.text(CoreColumns::nodeStatus)),
            Column.text("Roles", Cells.text(CoreColumns::roles)),
            AGE,
            Column.text("Version", Cells.at("status", "nodeInfo", "kubeletVersion")),
            Column.text("Internal-IP", Cells.text(node -> address(node, "InternalIP")))
                    .wide(),
            Column.text("External-IP", Cells.text(node -> address(node, "ExternalIP")))
                    .wide(),
            Column.text("OS-Image", Cells.atOr(UNKNOWN, "status", "nodeInfo", "osImage"))
                    .wide(),
            Column.text("Kernel-Version", Cells.text(CoreColumns::kernel)).wide(),
            Column.text("Container-Runtime", Cells.atOr(UNKNOWN, "status", "nodeInfo", "containerRuntimeVersion"))
                    .wide());

    static final List<Column> NAMESPACES = List.of(NAME, Column.text("Status", Cells.at("status", "phase")), AGE);

    static final List<Column> CONFIG_MAPS =
            List.of(NAME, Column.text("Data", (object, _) -> Json.of(data(object))), AGE);

    static final List<Column> SECRETS =
            List.of(NAME, Column.text("Type", Cells.at("type")), Column.text("Data", Cells.count("data")), AGE);

    static final List<Column> SERVICE_ACCOUNTS = List.of(NAME, AGE);

    static final List<Column> RESOURCE_QUOTAS = List.of(
            NAME,
            Column.text("Request", Cells.text(quota -> used(quota, false))),
            Column.text("Limit", Cells.text(quota -> used(quota, true))),
            AGE);

    static final List<Column> COMPONENT_STATUSES = List.of(
            NAME,
            Column.text("Status", Cells.text(_ -> "Unknown")),
            Column.text("Message", Cells.text(_ -> "")),
            Column.text("Error", Cells.text(_ -> "")));

    static final List<Column> SERVICES = List.of(
            NAME,
            Column.text("Type", Cells.at("spec", "type")),
            Column.text("Cluster-IP", Cells.text(CoreColumns::clusterIp)),
            Column.text("External-IP", Cells.text(CoreColumns::externalIp)),
            Column.text("Port(s)", Cells.text(CoreColumns::ports)),
            AGE,
            Column.text("Selector", Cells.text(object -> Cells.labels(object.object("spec", "selector"))))
                    .wide());

    static final List<Column> ENDPOINTS =
            List.of(NAME, Column.text("Endpoints", Cells.text(CoreColumns::endpoints)), AGE);

    static final List<Column> PERSISTENT_VOLUMES = List.of(
            NAME,
            Column.text("Capacity", Cells.atOr("0", "spec", "capacity", "storage")),
            Column.text("Access Modes", Cells.text(object -> modes(object.array("spec", "accessModes")))),
            Column.text("Reclaim Policy", Cells.at("spec", "persistentVolumeReclaimPolicy")),
            Column.text("Status", Cells.text(CoreColumns::phase)),
            Column.text("Claim", Cells.text(CoreColumns::claim)),
            Column.text("StorageClass", Cells.text(CoreColumns::storageClass)),
            Column.text("VolumeAttributesClass", Cells.atOr(UNSET, "spec", "volumeAttributesClassName")),
            Column.text("Reason", Cells.at("status", "reason")),
            AGE,
            Column.text("VolumeMode", Cells.atOr(UNSET, "spec", "volumeMode")).wide());

    static final List<Column> PERSISTENT_VOLUME_CLAIMS = List.of(
            NAME,
            Column.text("Status", Cells.text(CoreColumns::phase)),
            Column.text("Volume", Cells.at("spec", "volumeName")),
            Column.text("Capacity", Cells.text(CoreColumns::capacity)),
            Column.text("Access Modes", Cells.text(CoreColumns::claimModes)),
            Column.text("StorageClass", Cells.text(CoreColumns::storageClass)),
            Column.text("VolumeAttributesClass", Cells.atOr(UNSET, "spec", "volumeAttributesClassName")),
            AGE,
            Column.text("VolumeMode", Cells.atOr(UNSET, "spec", "volumeMode")).wide());

    private CoreColumns() {}

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

    private static String clusterIp(JsonObject service) {
        List<String> ips = Cells.texts(service.array("spec", "clusterIPs"));
        return ips.isEmpty() ? NONE : ips.getFirst();
    }

    private static String externalIp(JsonObject service) {
        List<String> external = Cells.texts(service.array("spec", "externalIPs"));
        return switch (service.text("spec", "type")) {
            case "ClusterIP", "NodePort" -> Cells.orNone(String.join(",", external));
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>();
                String balancers = Cells.loadBalancers(service);
                if (!balancers.isEmpty()) {
                    all.add(balancers);
                }
                all.addAll(external);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> service.text("spec", "externalName");
            default -> "<unknown>";
        };
    }

    private static String ports(JsonObject service) {
        JsonArray ports = service.array("spec", "ports");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            long node = port.number(0, "nodePort");
            texts.add(port.number(0, "port") + (node > 0 ? ":" + node : "") + "/" + port.text("protocol"));
        }
        return Cells.orNone(String.join(",", texts));
    }

    private static String endpoints(JsonObject object) {
        JsonArray subsets = object.array("subsets");
        if (subsets.isEmpty()) {
            return NONE;
        }
        List<String> all = new ArrayList<>();
        for (int i = 0; i < subsets.size(); i++) {
            List<String> addresses = Cells.each(subsets.object(i).array("addresses"), "ip");
            JsonArray ports = subsets.object(i).array("ports");
            if (ports.isEmpty()) {
                all.addAll(addresses);
            }
            for (int p = 0; p < ports.size(); p++) {
                long port = ports.object(p).number(0, "port");
                for (String ip : addresses) {
                    all.add((ip.contains(":") ? "[" + ip + "]" : ip) + ":" + port);
                }
            }
        }
        return Cells.shortened(all);
    }

    private static String modes(JsonArray given) {
        List<String> modes = Cells.texts(given);
        List<String> shown = new ArrayList<>();
        addIf(modes, "ReadWriteOnce", shown, "RWO");
        addIf(modes, "ReadOnlyMany", shown, "ROX");
        addIf(modes, "ReadWriteMany", shown, "RWX");
        addIf(modes, "ReadWriteOncePod", shown, "RWOP");
        return String.join(",", shown);
    }

    private static void addIf(List<String> modes, String mode, List<String> shown, String letters) {
        if (modes.contains(mode)) {
            shown.add(letters);
        }
    }

    private static String phase(JsonObject object) {
        return object.object("metadata").has("deletionTimestamp") ? "Terminating" : object.text("status", "phase");
    }

    private static String claim(JsonObject volume) {
        JsonObject claim = volume.object("spec", "claimRef");
        return claim.isEmpty() ? "" : claim.text("namespace") + "/" + claim.text("name");
    }

    private static String storageClass(JsonObject object) {
        JsonObject annotations = object.object("metadata", "annotations");
        return annotations.has(OLD_CLASS) ? annotations.text(OLD_CLASS) : object.text("spec", "storageClassName");
    }

    private static String capacity(JsonObject claim) {
        String storage = claim.text("status", "capacity", "storage");
        if (!isBound(claim)) {
            return "";
        }
        return storage.isEmpty() ? "0" : storage;
    }

    private static boolean isBound(JsonObject claim) {
        return !claim.text("spec", "volumeName").isEmpty();
    }

    private static String claimModes(JsonObject claim) {
        return isBound(claim) ? modes(claim.array("status", "accessModes")) : "";
    }
}
