package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import dev.sluice.kube.quantity.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What containers must say.
final class ContainerChecks {
    private static final int PORT_MAX = 65_535;
    private static final int PORT_NAME_LENGTH_MAX = 15;

    /// Without a domain in front, a container may ask for these only, and for pages.
    private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");

    private static final Set<String> STANDARD_ELSEWHERE =
            Set.of("pods", "services", "storage", "secrets", "configmaps", "resourcequotas", "persistentvolumeclaims");

    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    private ContainerChecks() {}

    /// @param names of the containers before, to which these are added
    static void checkAll(JsonArray containers, String field, Set<String> volumes, Set<String> names, Flaws flaws) {
        for (int i = 0; i < containers.size(); i++) {
            JsonObject container = containers.object(i);
            String own = field + "[" + i + "]";
            check(container, own, volumes, flaws);
            if (!names.add(container.text("name"))) {
                flaws.duplicate(own + ".name", Json.of(container.text("name")));
            }
            if (field.endsWith("initContainers")) {
                checkInit(container, own, flaws);
            } else {
                checkProbes(container, own, flaws);
            }
        }
    }

    private static void check(JsonObject container, String field, Set<String> volumes, Flaws flaws) {
        String name = container.text("name");
        if (name.isEmpty()) {
            flaws.required(field + ".name");
        } else {
            flaws.names(field + ".name", name, Names.label(name));
        }
        if (container.text("image").isEmpty()) {
            flaws.required(field + ".image");
        }
        flaws.oneOf(
                field + ".terminationMessagePolicy",
                container.text("terminationMessagePolicy"),
                true,
                List.of("File", "FallbackToLogsOnError"));
        checkPorts(container.array("ports"), field + ".ports", flaws);
        checkVariables(container.array("env"), field + ".env", flaws);
        VariableChecks.checkSets(container.array("envFrom"), field + ".envFrom", flaws);
        checkMounts(container.array("volumeMounts"), field + ".volumeMounts", volumes, flaws);
        flaws.oneOf(
                field + ".imagePullPolicy",
                container.text("imagePullPolicy"),
                true,
                List.of("Always", "IfNotPresent", "Never"));
        checkResources(container.object("resources"), field + ".resources", flaws);
        SecurityChecks.checkContainer(container.object("securityContext"), field + ".securityContext", flaws);
    }

    private static void checkPorts(JsonArray ports, String field, Flaws flaws) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            String own = field + "[" + i + "]";
            String name = port.text("name");
            List<String> problems = flawsOfPortName(name);
            if (!name.isEmpty()) {
                flaws.names(own + ".name", name, problems);
                if (problems.isEmpty() && !names.add(name)) {
                    flaws.duplicate(own + ".name", Json.of(name));
                }
            }
            if (port.number(0, "containerPort") == 0) {
                flaws.required(own + ".containerPort");
            } else {
                checkPort(port, own, "containerPort", flaws);
            }
            if (port.number(0, "hostPort") != 0) {
                checkPort(port, own, "hostPort", flaws);
            }
            flaws.oneOf(own + ".protocol", port.text("protocol"), true, List.of("SCTP", "TCP", "UDP"));
        }
    }

    static void checkPort(JsonObject port, String field, String name, Flaws flaws) {
        long number = port.number(0, name);
        if (number < 1 || number > PORT_MAX) {
            flaws.invalid(field + "." + name, Json.of(number), "must be between 1 and 65535, inclusive");
        }
    }

    /// As services and containers name their ports.
    static List<String> flawsOfPortName(String name) {
        List<String> problems = new ArrayList<>();
        if (name.length() > PORT_NAME_LENGTH_MAX) {
            problems.add("must be no more than " + PORT_NAME_LENGTH_MAX + " characters");
        }
        if (!name.matches("[-a-z0-9]+")) {
            problems.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (name.chars().noneMatch(c -> c >= 'a' && c <= 'z')) {
            problems.add("must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            problems.add("must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            problems.add("must not begin or end with a hyphen");
        }
        return problems;
    }

    private static void checkVariables(JsonArray variables, String field, Flaws flaws) {
        for (int i = 0; i < variables.size(); i++) {
            JsonObject variable = variables.object(i);
            String own = field + "[" + i + "]";
            String name = variable.text("name");
            if (name.isEmpty()) {
                flaws.required(own + ".name");
            } else if (name.chars().anyMatch(c -> c < ' ' || c > '~' || c == '=')) {
                flaws.invalid(
                        own + ".name",
                        name,
                        "a valid environment variable name must consist only of printable ASCII characters other than"
                                + " '='");
            }
            if (variable.has("valueFrom")) {
                JsonObject source = variable.object("valueFrom");
                if (source.isEmpty()) {
                    flaws.invalid(
                            own + ".valueFrom",
                            "",
                            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or"
                                    + " `fileKeyRef`");
                } else if (!variable.text("value").isEmpty()) {
                    flaws.invalid(own + ".valueFrom", "", "may not be specified when `value` is not empty");
                } else {
                    VariableChecks.checkSource(source, own + ".valueFrom", flaws);
                }
            }
        }
    }

    private static void checkMounts(JsonArray mounts, String field, Set<String> volumes, Flaws flaws) {
        Set<String> places = new HashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            String own = field + "[" + i + "]";
            String name = mounts.object(i).text("name");
            String place = mounts.object(i).text("mountPath");
            if (name.isEmpty()) {
                flaws.required(own + ".name");
            }
            if (!volumes.contains(name)) {
                flaws.notFound(own + ".name", name);
            }
            if (place.isEmpty()) {
                flaws.required(own + ".mountPath");
            }
            if (!places.add(place)) {
                flaws.invalid(own + ".mountPath", place, "must be unique");
            }
        }
    }

    private static void checkResources(JsonObject resources, String field, Flaws flaws) {
        JsonObject limits = resources.object("limits");
        JsonObject requests = resources.object("requests");
        for (int i = 0; i < limits.size(); i++) {
            checkAmount(limits.name(i), limits.value(i), field + ".limits[" + limits.name(i) + "]", flaws);
        }
        for (int i = 0; i < requests.size(); i++) {
            String name = requests.name(i);
            checkAmount(name, requests.value(i), field + ".requests[" + name + "]", flaws);
            Json limit = limits.get(name);
            if (limit != null) {
                checkLimit(name, requests.value(i), limit, field + ".requests", flaws);
            } else if (!isOvercommitted(name)) {
                flaws.required(field + ".limits", "Limit must be set for non overcommitable resources");
            }
        }
    }

    private static void checkLimit(String name, Json request, Json limit, String field, Flaws flaws) {
        Quantity asked = quantity(request);
        Quantity most = quantity(limit);
        if (asked.compareTo(most) != 0 && !isOvercommitted(name)) {
            flaws.invalid(field, asked.toString(), "must be equal to %s limit of %s".formatted(name, most));
        } else if (asked.compareTo(most) > 0) {
            flaws.invalid(
                    field, asked.toString(), "must be less than or equal to %s limit of %s".formatted(name, most));
        }
    }

    /// Whether pods may be promised more of it than there is: of Kubernetes' own resources but pages.
    private static boolean isOvercommitted(String name) {
        return isNative(name) && !name.startsWith("hugepages-");
    }

    private static boolean isNative(String name) {
        return !name.contains("/") || name.contains("kubernetes.io/");
    }

    private static void checkAmount(String name, Json amount, String field, Flaws flaws) {
        checkResourceName(name, field, flaws);
        Quantity quantity = quantity(amount);
        if (quantity.compareTo(Quantity.ZERO) < 0) {
            flaws.invalid(field, quantity.toString(), "must be greater than or equal to 0");
        } else if (!isNative(name) && !isWhole(quantity)) {
            flaws.invalid(field, quantity.toString(), "must be an integer");
        }
    }

    /// Whether a container can ask for it.
    static void checkResourceName(String name, String field, Flaws flaws) {
        List<String> problems = Names.qualifiedName(name);
        flaws.names(field, name, problems);
        boolean isPages = name.startsWith("hugepages-");
        if (!name.contains("/") && !STANDARD.contains(name) && !isPages) {
            if (problems.isEmpty() && !STANDARD_ELSEWHERE.contains(name)) {
                flaws.invalid(field, name, "must be a standard resource type or fully qualified");
            }
            flaws.invalid(field, name, "must be a standard resource for containers");
        }
    }

    private static boolean isWhole(Quantity quantity) {
        return !quantity.toString().endsWith("m")
                && !quantity.toString().endsWith("u")
                && !quantity.toString().endsWith("n");
    }

    static Quantity quantity(Json amount) {
        return Quantity.parse(amount instanceof JsonString text ? text.text() : amount.toString());
    }

    private static void checkInit(JsonObject container, String field, Flaws flaws) {
        boolean isSidecar = container.text("restartPolicy").equals("Always");
        if (isSidecar) {
            checkProbes(container, field, flaws);
            return;
        }
        List<String> forbidden = new ArrayList<>(List.of("lifecycle"));
        forbidden.addAll(PROBES);
        for (String name : forbidden) {
            if (container.has(name)) {
                flaws.forbidden(field + "." + name, "may not be set for init containers without restartPolicy=Always");
            }
        }
    }

    private static void checkProbes(JsonObject container, String field, Flaws flaws) {
        for (String name : PROBES) {
            if (container.get(name) instanceof JsonObject probe) {
                String own = field + "." + name;
                if (!probe.has("exec") && !probe.has("httpGet") && !probe.has("tcpSocket") && !probe.has("grpc")) {
                    flaws.required(own, "must specify a handler type");
                }
                for (String count : List.of(
                        "initialDelaySeconds",
                        "timeoutSeconds",
                        "periodSeconds",
                        "successThreshold",
                        "failureThreshold")) {
                    flaws.nonNegative(own + "." + count, probe.get(count));
                }
                if (!name.equals("readinessProbe") && probe.number(1, "successThreshold") != 1) {
                    flaws.invalid(own + ".successThreshold", probe.get("successThreshold"), "must be 1");
                }
            }
        }
    }
}
