package dev.sluice.kube.validation.apiregistration;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `apiregistration.k8s.io`.
public final class ApiRegistrationKinds {
    public static final List<Kind> ALL =
            List.of(Kind.printed("apiservices.apiregistration.k8s.io", ApiServiceColumns.API_SERVICES));

    private ApiRegistrationKinds() {}
}
