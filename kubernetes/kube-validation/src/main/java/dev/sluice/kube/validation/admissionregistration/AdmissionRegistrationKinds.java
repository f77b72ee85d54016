package dev.sluice.kube.validation.admissionregistration;

import dev.sluice.kube.validation.strategy.ExpressionValidator;
import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `admissionregistration.k8s.io`.
public final class AdmissionRegistrationKinds {
    private static final String GROUP = ".admissionregistration.k8s.io";

    private AdmissionRegistrationKinds() {}

    public static List<Kind> all(ExpressionValidator expressions) {
        WebhookConfigurationStrategy webhooks = new WebhookConfigurationStrategy(expressions);
        return List.of(
                new Kind("mutatingwebhookconfigurations" + GROUP, webhooks, AdmissionColumns.WEBHOOKS),
                new Kind("validatingwebhookconfigurations" + GROUP, webhooks, AdmissionColumns.WEBHOOKS),
                Kind.printed("validatingadmissionpolicies" + GROUP, AdmissionColumns.VALIDATING_POLICIES),
                Kind.printed("mutatingadmissionpolicies" + GROUP, AdmissionColumns.MUTATING_POLICIES),
                Kind.printed("validatingadmissionpolicybindings" + GROUP, AdmissionColumns.POLICY_BINDINGS),
                Kind.printed("mutatingadmissionpolicybindings" + GROUP, AdmissionColumns.POLICY_BINDINGS));
    }
}
