package dev.sluice.kube.validation.admissionregistration;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.ExpressionValidator;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.HashSet;
import java.util.Set;

/// Webhook configurations, with their match conditions.
final class WebhookConfigurationStrategy implements KindStrategy {
    /// Kubernetes' own limit.
    private static final int CONDITIONS_MAX = 64;

    private final ExpressionValidator expressions;

    WebhookConfigurationStrategy(ExpressionValidator expressions) {
        this.expressions = expressions;
    }

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

    private void conditions(JsonArray conditions, String at, ValidationErrors errors) {
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

    private void expression(String text, String at, ValidationErrors errors) {
        if (text.isEmpty()) {
            errors.required(at);
            return;
        }
        String problem = expressions.error(text);
        if (!problem.isEmpty()) {
            errors.invalid(at, text, problem);
        }
    }
}
