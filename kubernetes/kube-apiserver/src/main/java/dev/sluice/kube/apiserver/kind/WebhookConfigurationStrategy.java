package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.cel.CelCompileException;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import java.util.HashSet;
import java.util.Set;

/// Configurations of webhooks: the conditions on which they are asked.
final class WebhookConfigurationStrategy implements KindStrategy {
    /// Kubernetes' own limit.
    private static final int CONDITIONS_MAX = 64;

    @Override
    public void validateCreate(JsonObject object, ValidationErrors errors) {
        JsonArray webhooks = object.array("webhooks");
        for (int i = 0; i < webhooks.size(); i++) {
            conditions(conditionsOf(webhooks.object(i)), "webhooks[" + i + "].matchConditions", errors);
        }
    }

    /// Those that were taken before are taken again.
    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonArray webhooks = object.array("webhooks");
        JsonArray before = old.array("webhooks");
        boolean isSame = webhooks.size() == before.size();
        for (int i = 0; isSame && i < webhooks.size(); i++) {
            isSame = conditionsOf(webhooks.object(i)).equals(conditionsOf(before.object(i)));
        }
        if (!isSame) {
            validateCreate(object, errors);
        }
    }

    private static JsonArray conditionsOf(JsonObject webhook) {
        return webhook.array("matchConditions");
    }

    private static void conditions(JsonArray conditions, String at, ValidationErrors errors) {
        if (conditions.size() > CONDITIONS_MAX) {
            errors.tooMany(at, conditions.size(), CONDITIONS_MAX);
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            String own = at + "[" + i + "]";
            expression(conditions.object(i).text("expression").strip(), own + ".expression", errors);
            String name = conditions.object(i).text("name");
            if (name.isEmpty()) {
                errors.required(own + ".name");
            } else {
                errors.names(own + ".name", name, NameValidation.qualifiedName(name));
                if (!names.add(name)) {
                    errors.duplicate(own + ".name", Json.of(name));
                }
            }
        }
    }

    private static void expression(String text, String at, ValidationErrors errors) {
        if (text.isEmpty()) {
            errors.required(at);
            return;
        }
        try {
            AdmissionExpressions.compile(text);
        } catch (CelCompileException e) {
            String problem = e.foundType().isEmpty() ? e.problem() : "must evaluate to bool but got " + e.foundType();
            errors.invalid(at, text, problem);
        }
    }
}
