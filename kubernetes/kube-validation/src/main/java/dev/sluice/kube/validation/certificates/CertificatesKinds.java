package dev.sluice.kube.validation.certificates;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `certificates.k8s.io`.
public final class CertificatesKinds {
    public static final List<Kind> ALL = List.of(new Kind(
            "certificatesigningrequests.certificates.k8s.io",
            new CertificateSigningRequestStrategy(),
            CertificatesColumns.CERTIFICATE_SIGNING_REQUESTS));

    private CertificatesKinds() {}
}
