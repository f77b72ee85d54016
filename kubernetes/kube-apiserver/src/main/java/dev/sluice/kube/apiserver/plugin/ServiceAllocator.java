package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.validation.core.ServiceStrategy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Allocates cluster IPs and node ports of services.
///
/// Each cluster IP is an `IPAddress` object that is created and deleted with its service. The node ports in use are
/// those of the other services, so deleting a service frees its own.
final class ServiceAllocator {
    /// As kubeadm sets up clusters: 10.96.0.0/16.
    private static final String NETWORK = "10.96.";

    private static final ResourceType OBJECTS =
            new ResourceType("networking.k8s.io", "v1", "ipaddresses", "IPAddress", false);

    private static final int ADDRESSES = 65_536;

    /// The first addresses are left for services that request a particular one.
    private static final int FIRST_ADDRESS = 256;

    private static final int NODE_PORT_MIN = 30_000;
    private static final int NODE_PORT_MAX = 32_767;

    /// Likewise.
    private static final int FIRST_NODE_PORT = NODE_PORT_MIN + 86;

    private final RequestContext context;

    ServiceAllocator(RequestContext context) {
        this.context = context;
    }

    /// What other services have.
    private record Taken(Set<String> addresses, Set<Long> ports) {}

    /// The object with what it needs, if it is a service; an exception if it asks for what it cannot have.
    JsonObject given(ResourceType type, JsonObject object) {
        if (!type.groupResource().equals("services")) {
            return object;
        }
        JsonObject spec = object.object("spec");
        Taken taken = taken(type, KubeObjects.key(object));
        List<Cause> errors = new ArrayList<>();
        if (ServiceStrategy.hasAddress(spec) && !ServiceStrategy.isHeadless(spec)) {
            spec = withAddress(spec, taken.addresses(), errors);
        }
        if (ServiceStrategy.hasNodePorts(spec)) {
            spec = withNodePorts(spec, taken.ports(), errors);
        }
        if (ServiceStrategy.hasHealthPort(spec) && spec.number(0, "healthCheckNodePort") == 0) {
            spec = spec.with("healthCheckNodePort", Json.of(freePort(taken.ports())));
        }
        if (!errors.isEmpty()) {
            throw ApiStatus.invalid(type, KubeObjects.name(object), errors);
        }
        return object.with("spec", spec);
    }

    /// Keeps an object for each address that a service has, and takes away those of addresses that it had.
    ///
    /// @param before as the service was; nothing if it is new
    /// @param after as it will be; nothing if it is gone
    void keep(ResourceType type, @Nullable JsonObject before, @Nullable JsonObject after) {
        if (!type.groupResource().equals("services")) {
            return;
        }
        List<String> had = addressesOf(before);
        List<String> has = addressesOf(after);
        for (String address : had) {
            if (!has.contains(address)) {
                context.store().remove(OBJECTS.groupResource(), ObjectKey.of(address));
            }
        }
        for (String address : has) {
            if (after != null && !had.contains(address)) {
                context.store().put(OBJECTS.groupResource(), ObjectKey.of(address), objectOf(address, after));
            }
        }
    }

    private static List<String> addressesOf(@Nullable JsonObject service) {
        List<String> addresses = new ArrayList<>();
        if (service != null) {
            for (Json each : service.array("spec", "clusterIPs")) {
                if (each instanceof JsonString address && !address.text().equals("None")) {
                    addresses.add(address.text());
                }
            }
        }
        return addresses;
    }

    private JsonObject objectOf(String address, JsonObject service) {
        JsonObject labels = JsonObject.of("ipaddress.kubernetes.io/ip-family", Json.of("IPv4"))
                .with("ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io");
        JsonObject metadata = JsonObject.builder()
                .put("name", address)
                .put("uid", context.newUid())
                .put("creationTimestamp", context.timestamp(0))
                .put("labels", labels)
                .build();
        JsonObject parent = JsonObject.builder()
                .put("resource", "services")
                .put("namespace", service.text("metadata", "namespace"))
                .put("name", KubeObjects.name(service))
                .build();
        JsonObject object = JsonObject.builder()
                .put("kind", OBJECTS.kind())
                .put("apiVersion", OBJECTS.apiVersion())
                .put("metadata", metadata)
                .put("spec", JsonObject.of("parentRef", parent))
                .build();
        return context.canonical(OBJECTS, object);
    }

    private Taken taken(ResourceType type, ObjectKey own) {
        Taken taken = new Taken(new HashSet<>(), new HashSet<>());
        context.watchCache(type).forEach("", null, (key, service) -> {
            if (!key.equals(own)) {
                JsonObject spec = service.object("spec");
                taken.ports().add(spec.number(0, "healthCheckNodePort"));
                for (Json port : spec.array("ports")) {
                    taken.ports().add(port instanceof JsonObject it ? it.number(0, "nodePort") : 0L);
                }
            }
        });
        String name = own.namespace() + "/" + own.name();
        context.watchCache(OBJECTS).forEach("", null, (key, object) -> {
            JsonObject parent = object.object("spec", "parentRef");
            if (!(parent.text("namespace") + "/" + parent.text("name")).equals(name)) {
                taken.addresses().add(key.name());
            }
        });
        return taken;
    }

    private static JsonObject withAddress(JsonObject spec, Set<String> taken, List<Cause> errors) {
        String asked = spec.text("clusterIP");
        if (asked.isEmpty()) {
            String free = freeAddress(taken);
            return spec.with("clusterIP", free).with("clusterIPs", JsonArray.of(Json.of(free)));
        }
        String problem = !asked.startsWith(NETWORK)
                ? "the provided network does not match the current range"
                : taken.contains(asked) ? "provided IP is already allocated" : "";
        if (!problem.isEmpty()) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: [\"%s\"]: failed to allocate IP %s: %s".formatted(asked, asked, problem),
                    "spec.clusterIPs"));
        }
        return spec;
    }

    private static String freeAddress(Set<String> taken) {
        // Neither the network's own address nor that of all of it.
        for (int i = 0; i < ADDRESSES - 2; i++) {
            int number = 1 + (FIRST_ADDRESS - 1 + i) % (ADDRESSES - 2);
            String address = NETWORK + (number >> 8) + "." + (number & 0xff);
            if (!taken.contains(address)) {
                return address;
            }
        }
        throw ApiStatus.internal("failed to allocate a serviceIP: range is full");
    }

    private static JsonObject withNodePorts(JsonObject spec, Set<Long> taken, List<Cause> errors) {
        boolean isGiven = !Objects.equals(spec.get("allocateLoadBalancerNodePorts"), Json.of(false));
        JsonArray ports = spec.array("ports");
        List<Json> given = new ArrayList<>();
        Set<Long> used = new HashSet<>(taken);
        ports.toList().forEach(port -> used.add(((JsonObject) port).number(0, "nodePort")));
        for (int i = 0; i < ports.size(); i++) {
            JsonObject port = ports.object(i);
            long asked = port.number(0, "nodePort");
            if (asked != 0) {
                check(asked, "spec.ports[" + i + "].nodePort", taken, errors);
            } else if (isGiven) {
                long free = freePort(used);
                used.add(free);
                port = port.with("nodePort", Json.of(free));
            }
            given.add(port);
        }
        taken.addAll(used);
        return ports.isEmpty() ? spec : spec.with("ports", JsonArray.of(given));
    }

    private static void check(long port, String field, Set<Long> taken, List<Cause> errors) {
        String problem = port < NODE_PORT_MIN || port > NODE_PORT_MAX
                ? "provided port is not in the valid range. The range of valid ports is %d-%d"
                        .formatted(NODE_PORT_MIN, NODE_PORT_MAX)
                : taken.contains(port) ? "provided port is already allocated" : "";
        if (!problem.isEmpty()) {
            errors.add(new Cause("FieldValueInvalid", "Invalid value: " + port + ": " + problem, field));
        }
    }

    private static long freePort(Set<Long> taken) {
        int count = NODE_PORT_MAX - NODE_PORT_MIN + 1;
        for (int i = 0; i < count; i++) {
            int port = NODE_PORT_MIN + (FIRST_NODE_PORT - NODE_PORT_MIN + i) % count;
            if (!taken.contains((long) port)) {
                return port;
            }
        }
        throw ApiStatus.internal("failed to allocate a nodePort: range is full");
    }
}
