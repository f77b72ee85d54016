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

    private static final List<String> MESSAGES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> PULLS = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> RESTARTS = List.of("Always", "Never", "OnFailure");

    private static final String PAGES = "hugepages-";

    /// Without a domain in front, a container may ask for these only, and for pages.
    private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");

    private static final Set<String> STANDARD_ELSEWHERE =
            Set.of("pods", "services", "storage", "secrets", "configmaps", "resourcequotas", "persistentvolumeclaims");

    private ContainerChecks() {}

    /// @param names of the containers before, to which these are added
    static void checkAll(JsonArray containers, String field, PodFacts pod, Set<String> names, Flaws flaws) {
        boolean isInit = field.endsWith("initContainers");
        Set<String> hostPorts = new HashSet<>();
        Flaws twice = new Flaws();
        for (int i = 0; i < containers.size(); i++) {
            JsonObject container = containers.object(i);
            String own = field + "[" + i + "]";
            check(container, own, pod, flaws);
            if (isInit) {
                checkRestart(container, own, flaws);
            }
            if (!names.add(container.text("name"))) {
                flaws.duplicate(own + ".name", Json.of(container.text("name")));
            }
            if (isInit) {
                // Only one of them runs at a time.
                checkHostPorts(container, own, new HashSet<>(), flaws);
                checkInit(container, own, pod, flaws);
            } else {
                ProbeChecks.check(container, own, pod, flaws);
                checkRestart(container, own, flaws);
                checkHostPorts(container, own, hostPorts, twice);
            }
        }
        flaws.addAll(twice);
    }

    static void check(JsonObject container, String field, PodFacts pod, Flaws flaws) {
        if (container.text("name").isEmpty()) {
            flaws.required(field + ".name");
        }
        flaws.name(container, "name", field, true);
        if (container.text("image").isEmpty()) {
            flaws.required(field + ".image");
        }
        flaws.oneOf(container, "terminationMessagePolicy", field, true, MESSAGES);
        Parts.array(container, "ports", field, ContainerChecks::checkPorts, flaws);
        Parts.array(container, "env", field, VariableChecks::check, flaws);
        Parts.array(container, "envFrom", field, VariableChecks::checkSets, flaws);
        MountChecks.check(container, field, pod.volumes(), flaws);
        flaws.oneOf(container, "imagePullPolicy", field, true, PULLS);
        Parts.object(container, "resources", field, ContainerChecks::checkResources, flaws);
        if (container.object("resources").has("claims")) {
            ResourceClaims.checkNames(
                    container.array("resources", "claims"), field + ".resources.claims", pod.claims(), flaws);
        }
        if (container.has("resizePolicy")) {
            checkResize(container.array("resizePolicy"), field + ".resizePolicy", pod.restartPolicy(), flaws);
        }
        if (container.get("securityContext") instanceof JsonObject context) {
            SecurityChecks.checkContainer(context, field + ".securityContext", pod.isOfHost(), flaws);
        }
    }

    private static void checkRestart(JsonObject container, String field, Flaws flaws) {
        flaws.oneOf(container, "restartPolicy", field, false, RESTARTS);
    }

    private static void checkInit(JsonObject container, String field, PodFacts pod, Flaws flaws) {
        if (container.text("restartPolicy").equals("Always")) {
            ProbeChecks.check(container, field, pod, flaws);
            return;
        }
        List<String> forbidden = new ArrayList<>(List.of("lifecycle"));
        forbidden.addAll(ProbeChecks.PROBES);
        for (String name : forbidden) {
            if (container.has(name)) {
                flaws.forbidden(field + "." + name, "may not be set for init containers without restartPolicy=Always");
            }
        }
    }

    private static void checkHostPorts(JsonObject container, String field, Set<String> seen, Flaws flaws) {
        JsonArray ports = container.array("ports");
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            long number = port.number(0, "hostPort");
            String key = port.text("protocol") + "/" + port.text("hostIP") + "/" + number;
            if (number != 0 && !seen.add(key)) {
                flaws.duplicate(field + ".ports[" + i + "].hostPort", Json.of(key));
            }
        }
    }

    private static void checkResize(JsonArray policies, String field, String restartPolicy, Flaws flaws) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < policies.size(); i++) {
            String resource = policies.object(i).text("resourceName");
            String policy = policies.object(i).text("restartPolicy");
            if (!seen.add(resource)) {
                flaws.duplicate(field + "[" + i + "]", Json.of(resource));
            }
            flaws.oneOf(field, resource, true, List.of("cpu", "memory"));
            flaws.oneOf(field, policy, true, List.of("NotRequired", "RestartContainer"));
            if (restartPolicy.equals("Never") && !policy.equals("NotRequired")) {
                flaws.invalid(field, policy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
            }
        }
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

    static void checkResources(JsonObject resources, String field, Flaws flaws) {
        JsonObject limits = resources.object("limits");
        JsonObject requests = resources.object("requests");
        boolean hasPages = hasPages(limits) || hasPages(requests);
        for (int i = 0; i < limits.size(); i++) {
            checkAmount(limits.name(i), limits.value(i), field, "limits", flaws);
        }
        for (int i = 0; i < requests.size(); i++) {
            String name = requests.name(i);
            checkAmount(name, requests.value(i), field, "requests", flaws);
            Json limit = limits.get(name);
            if (limit != null) {
                checkLimit(name, requests.value(i), limit, field, flaws);
            } else if (!isOvercommitted(name)) {
                flaws.required(field + ".limits", "Limit must be set for non overcommitable resources");
            }
        }
        if (hasPages && !hasComputing(limits) && !hasComputing(requests)) {
            flaws.forbidden(field, "HugePages require cpu or memory");
        }
    }

    private static boolean hasPages(JsonObject amounts) {
        for (int i = 0; i < amounts.size(); i++) {
            if (amounts.name(i).startsWith(PAGES)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasComputing(JsonObject amounts) {
        return amounts.has("cpu") || amounts.has("memory");
    }

    /// Pages come in whole ones.
    private static void checkPages(String name, Quantity quantity, String field, Flaws flaws) {
        long size = Quantity.parse(name.substring(PAGES.length())).asLong();
        if (size > 0 && quantity.asLong() % size != 0) {
            flaws.invalid(field, quantity.toString(), quantity + " is not positive integer multiple of " + name);
        }
    }

    private static void checkLimit(String name, Json request, Json limit, String field, Flaws flaws) {
        if (request.equals(limit)) {
            return;
        }
        Quantity asked = quantity(request);
        Quantity most = quantity(limit);
        if (asked.compareTo(most) != 0 && !isOvercommitted(name)) {
            flaws.invalid(
                    field + ".requests", asked.toString(), "must be equal to %s limit of %s".formatted(name, most));
        } else if (asked.compareTo(most) > 0) {
            flaws.invalid(
                    field + ".requests",
                    asked.toString(),
                    "must be less than or equal to %s limit of %s".formatted(name, most));
        }
    }

    /// Whether pods may be promised more of it than there is: of Kubernetes' own resources but pages.
    private static boolean isOvercommitted(String name) {
        return isNative(name) && !name.startsWith(PAGES);
    }

    private static boolean isNative(String name) {
        return !name.contains("/") || name.contains("kubernetes.io/");
    }

    private static void checkAmount(String name, Json amount, String owner, String list, Flaws flaws) {
        if (STANDARD.contains(name) && !isNegative(amount)) {
            return;
        }
        Quantity quantity = quantity(amount);
        String field = owner + "." + list + "[" + name + "]";
        checkResourceName(name, field, flaws);
        if (isNegative(amount)) {
            flaws.invalid(field, quantity.toString(), "must be greater than or equal to 0");
        } else if (!isNative(name) && !isWhole(quantity)) {
            flaws.invalid(field, quantity.toString(), "must be an integer");
        }
        if (name.startsWith(PAGES)) {
            checkPages(name, quantity, field, flaws);
        }
    }

    /// Told by its sign, since most are not; there is no negative zero among those that were put in short form.
    private static boolean isNegative(Json amount) {
        return (amount instanceof JsonString text ? text.text() : amount.toString()).startsWith("-");
    }

    /// Whether a container can ask for it.
    static void checkResourceName(String name, String field, Flaws flaws) {
        List<String> problems = Names.qualifiedName(name);
        flaws.names(field, name, problems);
        boolean isPages = name.startsWith(PAGES);
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
}
