package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.access.EscalationCheck;
import dev.sluice.kube.apiserver.admission.WebhookAdmission;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
import dev.sluice.kube.json.JsonObject;

/// All who have a say in writes: webhooks, and that nobody grants what he has not.
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
