package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.core.volume.VolumeMountValidation;
import dev.sluice.kube.validation.field.OptionalFields;
import dev.sluice.kube.validation.field.PortValidation;
import dev.sluice.kube.validation.field.Quantities;
import dev.sluice.kube.validation.field.ResourceNameValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates containers.
final class ContainerValidation {

    private static final List<String> MESSAGES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> PULLS = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> RESTARTS = List.of("Always", "Never", "OnFailure");

    private static final String PAGES = "hugepages-";

    private ContainerValidation() {}

    /// @param names of the containers before, to which these are added
    static void checkAll(
            JsonArray containers, String field, PodSpecFacts pod, Set<String> names, ValidationErrors errors) {
        boolean isInit = field.endsWith("initContainers");
        Set<String> hostPorts = new HashSet<>();
        ValidationErrors twice = new ValidationErrors();
        for (int i = 0; i < containers.size(); i++) {
            JsonObject container = containers.object(i);
            String own = field + "[" + i + "]";
            validate(container, own, pod, errors);
            if (isInit) {
                checkRestart(container, own, errors);
            }
            if (!names.add(container.text("name"))) {
                errors.duplicate(own + ".name", Json.of(container.text("name")));
            }
            if (isInit) {
                // Only one of them runs at a time.
                checkHostPorts(container, own, new HashSet<>(), errors);
                checkInit(container, own, pod, errors);
            } else {
                ProbeValidation.validate(container, own, pod, errors);
                checkRestart(container, own, errors);
                checkHostPorts(container, own, hostPorts, twice);
            }
        }
        errors.addAll(twice);
    }

    static void validate(JsonObject container, String field, PodSpecFacts pod, ValidationErrors errors) {
        if (container.text("name").isEmpty()) {
            errors.required(field + ".name");
        }
        errors.name(container, "name", field, true);
        if (container.text("image").isEmpty()) {
            errors.required(field + ".image");
        }
        errors.oneOf(container, "terminationMessagePolicy", field, true, MESSAGES);
        OptionalFields.array(container, "ports", field, ContainerValidation::checkPorts, errors);
        OptionalFields.array(container, "env", field, EnvVarValidation::validate, errors);
        OptionalFields.array(container, "envFrom", field, EnvVarValidation::checkSets, errors);
        VolumeMountValidation.validate(container, field, pod.volumes(), errors);
        errors.oneOf(container, "imagePullPolicy", field, true, PULLS);
        OptionalFields.object(container, "resources", field, ContainerValidation::checkResources, errors);
        if (container.object("resources").has("claims")) {
            PodResourceClaims.checkNames(
                    container.array("resources", "claims"), field + ".resources.claims", pod.claims(), errors);
        }
        if (container.has("resizePolicy")) {
            checkResize(container.array("resizePolicy"), field + ".resizePolicy", pod.restartPolicy(), errors);
        }
        if (container.get("securityContext") instanceof JsonObject context) {
            SecurityContextValidation.checkContainer(context, field + ".securityContext", pod.isOfHost(), errors);
        }
    }

    private static void checkRestart(JsonObject container, String field, ValidationErrors errors) {
        errors.oneOf(container, "restartPolicy", field, false, RESTARTS);
    }

    private static void checkInit(JsonObject container, String field, PodSpecFacts pod, ValidationErrors errors) {
        if (container.text("restartPolicy").equals("Always")) {
            ProbeValidation.validate(container, field, pod, errors);
            return;
        }
        List<String> forbidden = new ArrayList<>(List.of("lifecycle"));
        forbidden.addAll(ProbeValidation.PROBES);
        for (String name : forbidden) {
            if (container.has(name)) {
                errors.forbidden(field + "." + name, "may not be set for init containers without restartPolicy=Always");
            }
        }
    }

    private static void checkHostPorts(JsonObject container, String field, Set<String> seen, ValidationErrors errors) {
        JsonArray ports = container.array("ports");
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            long number = port.number(0, "hostPort");
            String key = port.text("protocol") + "/" + port.text("hostIP") + "/" + number;
            if (number != 0 && !seen.add(key)) {
                errors.duplicate(field + ".ports[" + i + "].hostPort", Json.of(key));
            }
        }
    }

    private static void checkResize(JsonArray policies, String field, String restartPolicy, ValidationErrors errors) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < policies.size(); i++) {
            String resource = policies.object(i).text("resourceName");
            String policy = policies.object(i).text("restartPolicy");
            if (!seen.add(resource)) {
                errors.duplicate(field + "[" + i + "]", Json.of(resource));
            }
            errors.oneOf(field, resource, true, List.of("cpu", "memory"));
            errors.oneOf(field, policy, true, List.of("NotRequired", "RestartContainer"));
            if (restartPolicy.equals("Never") && !policy.equals("NotRequired")) {
                errors.invalid(field, policy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
            }
        }
    }

    private static void checkPorts(JsonArray ports, String field, ValidationErrors errors) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            String own = field + "[" + i + "]";
            String name = port.text("name");
            List<String> problems = PortValidation.validateName(name);
            if (!name.isEmpty()) {
                errors.names(own + ".name", name, problems);
                if (problems.isEmpty() && !names.add(name)) {
                    errors.duplicate(own + ".name", Json.of(name));
                }
            }
            if (port.number(0, "containerPort") == 0) {
                errors.required(own + ".containerPort");
            } else {
                PortValidation.validate(port, own, "containerPort", errors);
            }
            if (port.number(0, "hostPort") != 0) {
                PortValidation.validate(port, own, "hostPort", errors);
            }
            errors.oneOf(own + ".protocol", port.text("protocol"), true, List.of("SCTP", "TCP", "UDP"));
        }
    }

    static void checkResources(JsonObject resources, String field, ValidationErrors errors) {
        JsonObject limits = resources.object("limits");
        JsonObject requests = resources.object("requests");
        boolean hasPages = hasPages(limits) || hasPages(requests);
        for (int i = 0; i < limits.size(); i++) {
            checkAmount(limits.name(i), limits.value(i), field, "limits", errors);
        }
        for (int i = 0; i < requests.size(); i++) {
            String name = requests.name(i);
            checkAmount(name, requests.value(i), field, "requests", errors);
            Json limit = limits.get(name);
            if (limit != null) {
                checkLimit(name, requests.value(i), limit, field, errors);
            } else if (!isOvercommitted(name)) {
                errors.required(field + ".limits", "Limit must be set for non overcommitable resources");
            }
        }
        if (hasPages && !hasComputing(limits) && !hasComputing(requests)) {
            errors.forbidden(field, "HugePages require cpu or memory");
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
    private static void checkPages(String name, Quantity quantity, String field, ValidationErrors errors) {
        long size = Quantity.parse(name.substring(PAGES.length())).asLong();
        if (size > 0 && quantity.asLong() % size != 0) {
            errors.invalid(field, quantity.toString(), quantity + " is not positive integer multiple of " + name);
        }
    }

    private static void checkLimit(String name, Json request, Json limit, String field, ValidationErrors errors) {
        if (request.equals(limit)) {
            return;
        }
        Quantity asked = Quantities.of(request);
        Quantity most = Quantities.of(limit);
        if (asked.compareTo(most) != 0 && !isOvercommitted(name)) {
            errors.invalid(
                    field + ".requests", asked.toString(), "must be equal to %s limit of %s".formatted(name, most));
        } else if (asked.compareTo(most) > 0) {
            errors.invalid(
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

    private static void checkAmount(String name, Json amount, String owner, String list, ValidationErrors errors) {
        if (ResourceNameValidation.isStandard(name) && !isNegative(amount)) {
            return;
        }
        Quantity quantity = Quantities.of(amount);
        String field = owner + "." + list + "[" + name + "]";
        ResourceNameValidation.validate(name, field, errors);
        if (isNegative(amount)) {
            errors.invalid(field, quantity.toString(), "must be greater than or equal to 0");
        } else if (!isNative(name) && !isWhole(quantity)) {
            errors.invalid(field, quantity.toString(), "must be an integer");
        }
        if (name.startsWith(PAGES)) {
            checkPages(name, quantity, field, errors);
        }
    }

    /// Told by its sign, since most are not; there is no negative zero among those that were put in short form.
    private static boolean isNegative(Json amount) {
        return (amount instanceof JsonString text ? text.text() : amount.toString()).startsWith("-");
    }

    private static boolean isWhole(Quantity quantity) {
        return !quantity.toString().endsWith("m")
                && !quantity.toString().endsWith("u")
                && !quantity.toString().endsWith("n");
    }
}
