package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.access.EscalationCheck;
import dev.sluice.kube.apiserver.admission.WebhookAdmission;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
import dev.sluice.kube.json.JsonObject;

/// The admission chain: webhooks, and the check that a role grants nothing beyond its author's rights.
record AdmissionChain(EscalationCheck escalation, WebhookAdmission webhooks) implements AdmissionPlugin {
    @Override
    public JsonObject changed(Write write) {
        return webhooks.changed(write);
    }

    @Override
    public void check(Write write) {
        if (write.operation() != Operation.DELETE && write.subresource().isEmpty()) {
            escalation.check(write.type(), write.object(), write.old());
        }
        webhooks.check(write);
    }
}
