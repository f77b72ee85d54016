package dev.sluice.kube.apiserver;

import dev.sluice.kube.apiserver.access.Escalation;
import dev.sluice.kube.apiserver.admission.Webhooks;
import dev.sluice.kube.apiserver.verb.Admission;
import dev.sluice.kube.json.JsonObject;

/// All who have a say in writes: webhooks, and that nobody grants what he has not.
record Gatekeepers(Escalation escalation, Webhooks webhooks) implements Admission {
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
