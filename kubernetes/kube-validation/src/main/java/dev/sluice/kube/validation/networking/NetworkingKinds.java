package dev.sluice.kube.validation.networking;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `networking.k8s.io`.
public final class NetworkingKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("ingresses.networking.k8s.io", new IngressStrategy(), NetworkingColumns.INGRESSES),
            Kind.printed("ingressclasses.networking.k8s.io", NetworkingColumns.INGRESS_CLASSES),
            new Kind(
                    "networkpolicies.networking.k8s.io",
                    new NetworkPolicyStrategy(),
                    NetworkingColumns.NETWORK_POLICIES),
            Kind.printed("servicecidrs.networking.k8s.io", NetworkingColumns.SERVICE_CIDRS),
            Kind.printed("ipaddresses.networking.k8s.io", NetworkingColumns.IP_ADDRESSES));

    private NetworkingKinds() {}
}
