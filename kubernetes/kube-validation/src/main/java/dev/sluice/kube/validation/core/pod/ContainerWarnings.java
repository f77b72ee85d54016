package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.validation.core.volume.StorageWarnings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Warnings about containers.
final class ContainerWarnings {
    private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";
    private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";

    private ContainerWarnings() {}

    /// A port where it is said.
    private record Place(String field, JsonObject port) {
        String address() {
            return port.text("hostIP");
        }

        long hostPort() {
            return port.number(0, "hostPort");
        }
    }

    static void tell(JsonObject spec, JsonObject annotations, String prefix, Consumer<String> warnings) {
        visit(spec, prefix + "spec", (container, field) -> {
            ofAnnotations(container, annotations, prefix, warnings);
            for (String amount : List.of("memory", "ephemeral-storage")) {
                for (String which : List.of("limits", "requests")) {
                    StorageWarnings.ofFraction(
                            container.at("resources", which, amount),
                            field + ".resources." + which + "[" + amount + "]",
                            warnings);
                }
            }
            ofVariables(container.array("env"), field + ".env", warnings);
        });
        ofPorts(spec, prefix + "spec", warnings);
    }

    private static void visit(JsonObject spec, String field, BiConsumer<JsonObject, String> visitor) {
        for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
            JsonArray containers = spec.array(list);
            for (int i = 0; i < containers.size(); i++) {
                visitor.accept(containers.object(i), field + "." + list + "[" + i + "]");
            }
        }
    }

    private static void ofAnnotations(
            JsonObject container, JsonObject annotations, String prefix, Consumer<String> warnings) {
        if (annotations.isEmpty()) {
            return;
        }
        String name = container.text("name");
        JsonObject security = container.object("securityContext");
        if (annotations.has(SECCOMP + name) && !security.has("seccompProfile")) {
            warnings.accept(prefix + "metadata.annotations[" + SECCOMP + name
                    + "]: non-functional in v1.27+; use the \"seccompProfile\" field instead");
        }
        if (annotations.has(APP_ARMOR + name) && !security.has("appArmorProfile")) {
            warnings.accept(prefix + "metadata.annotations[" + APP_ARMOR + name
                    + "]: deprecated since v1.30; use the \"appArmorProfile\" field instead");
        }
    }

    private static void ofVariables(JsonArray variables, String field, Consumer<String> warnings) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < variables.size(); i++) {
            JsonObject variable = variables.object(i);
            String name = variable.text("name");
            if (!seen.add(name)) {
                String reference = "$(" + name + ")";
                String value = variable.text("value");
                if (variable.has("valueFrom") || value.equals(reference) || !value.contains(reference)) {
                    warnings.accept(field + "[" + i + "]: hides previous definition of " + GoQuoting.of(name)
                            + ", which may be dropped when using apply");
                }
            }
        }
    }

    private static void ofPorts(JsonObject spec, String field, Consumer<String> warnings) {
        List<Place> places = new ArrayList<>();
        visit(spec, field, (container, own) -> {
            JsonArray ports = container.array("ports");
            for (int i = 0; i < ports.size(); i++) {
                places.add(new Place(own + ".ports[" + i + "]", ports.object(i)));
            }
        });
        Map<String, List<Place>> byPort = new HashMap<>();
        for (Place place : places) {
            JsonObject port = place.port();
            if (!place.address().isEmpty() && place.hostPort() == 0) {
                warnings.accept(
                        "%s: hostIP set without hostPort: {Name:%s HostPort:0 ContainerPort:%d Protocol:%s HostIP:%s}"
                                .formatted(
                                        place.field(),
                                        port.text("name"),
                                        port.number(0, "containerPort"),
                                        port.text("protocol"),
                                        place.address()));
            }
            String key = port.number(0, "containerPort") + "/" + port.text("protocol");
            List<Place> others = byPort.computeIfAbsent(key, _ -> new ArrayList<>());
            others.forEach(other -> ofTwo(place, other, warnings));
            others.add(place);
        }
        Map<String, String> names = new HashMap<>();
        for (Place place : places) {
            String name = place.port().text("name");
            String other = name.isEmpty() ? null : names.putIfAbsent(name, place.field());
            if (other != null) {
                warnings.accept(
                        "%s: duplicate port name %s with %s, services and probes that select ports by name will use %s"
                                .formatted(place.field(), GoQuoting.of(name), other, other));
            }
        }
    }

    private static void ofTwo(Place place, Place other, Consumer<String> warnings) {
        String with = " port definition with " + other.field();
        boolean isSame = place.hostPort() == other.hostPort();
        if (place.address().equals(other.address()) && isSame) {
            warnings.accept(place.field() + ": duplicate" + with);
        } else if (place.hostPort() == 0 || other.hostPort() == 0) {
            warnings.accept(place.field() + ": overlapping" + with);
        } else if (isSame && place.address().isEmpty() != other.address().isEmpty()) {
            warnings.accept(place.field() + ": dangerously ambiguous" + with);
        }
    }
}
