package dev.sluice.kube.apiserver;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.net.Inet4Address;
import java.net.InetAddress;

/// The objects that the server writes itself: the Service `kubernetes`, its endpoints, and the service network.
final class ServerOwnedObjects {
    private static final ResourceType SERVICES = new ResourceType("", "v1", "services", "Service", true);
    private static final ResourceType ENDPOINTS = new ResourceType("", "v1", "endpoints", "Endpoints", true);
    private static final ResourceType SLICES =
            new ResourceType("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", true);
    private static final ResourceType NETWORKS =
            new ResourceType("networking.k8s.io", "v1", "servicecidrs", "ServiceCIDR", false);

    private static final String NAME = "kubernetes";

    /// Of the server in a cluster: the first of the services' network.
    private static final String OWN_ADDRESS = "10.96.0.1";

    private static final String NETWORK = "10.96.0.0/16";

    private static final int HTTPS = 443;

    /// The real server's default port.
    private static final int SECURE_PORT = 6443;

    private ServerOwnedObjects() {}

    static void create(Kube kube, ServerOptions options) {
        int asked = options.securePort().orElse(0);
        int port = asked == 0 ? SECURE_PORT : asked;
        network(kube);
        kube.create(SERVICES, "default", service(port), WriteOptions.PLAIN);
        InetAddress address = options.address();
        // No endpoint may be on the loopback, so a server there has none; nor is a wildcard an address.
        if (address instanceof Inet4Address && !address.isLoopbackAddress() && !address.isAnyLocalAddress()) {
            kube.create(ENDPOINTS, "default", endpoints(address, port), WriteOptions.PLAIN);
            kube.create(SLICES, "default", slice(address, port), WriteOptions.PLAIN);
        }
    }

    private static void network(Kube kube) {
        JsonObject made = kube.create(
                NETWORKS,
                "",
                named(JsonObject.EMPTY).with("spec", JsonObject.of("cidrs", JsonArray.of(Json.of(NETWORK)))),
                WriteOptions.PLAIN);
        JsonObject ready = JsonObject.builder()
                .put("type", "Ready")
                .put("status", "True")
                .put("lastTransitionTime", made.text("metadata", "creationTimestamp"))
                .put("reason", "")
                .put("message", "Kubernetes default Service CIDR is ready")
                .build();
        kube.update(
                NETWORKS,
                KubeObjects.key(made),
                "status",
                made.with("status", JsonObject.of("conditions", JsonArray.of(ready))),
                WriteOptions.PLAIN);
    }

    private static JsonObject named(JsonObject labels) {
        JsonObject metadata = JsonObject.of("name", Json.of(NAME));
        return JsonObject.of("metadata", labels.isEmpty() ? metadata : metadata.with("labels", labels));
    }

    /// By which pods of a real cluster reach the server.
    private static JsonObject service(int port) {
        JsonObject https = JsonObject.builder()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", HTTPS)
                .put("targetPort", port)
                .build();
        return named(JsonObject.of("component", Json.of("apiserver")).with("provider", "kubernetes"))
                .with("spec", JsonObject.of("clusterIP", Json.of(OWN_ADDRESS)).with("ports", JsonArray.of(https)));
    }

    private static JsonObject endpoints(InetAddress address, int port) {
        JsonObject ip = JsonObject.of("ip", Json.of(address.getHostAddress()));
        JsonObject subset = JsonObject.of("addresses", JsonArray.of(ip)).with("ports", JsonArray.of(https(port)));
        return named(JsonObject.of("endpointslice.kubernetes.io/skip-mirror", Json.of("true")))
                .with("subsets", JsonArray.of(subset));
    }

    private static JsonObject slice(InetAddress address, int port) {
        JsonObject endpoint = JsonObject.of("addresses", JsonArray.of(Json.of(address.getHostAddress())))
                .with("conditions", JsonObject.of("ready", Json.of(true)));
        return named(JsonObject.of("kubernetes.io/service-name", Json.of(NAME)))
                .with("addressType", "IPv4")
                .with("endpoints", JsonArray.of(endpoint))
                .with("ports", JsonArray.of(https(port)));
    }

    private static JsonObject https(int port) {
        return JsonObject.builder()
                .put("name", "https")
                .put("port", port)
                .put("protocol", "TCP")
                .build();
    }
}
