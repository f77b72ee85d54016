package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.cel.CelRefusal;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.HashSet;
import java.util.Set;

/// Configurations of webhooks: the conditions on which they are asked.
final class WebhookCode implements KindCode {
    /// Kubernetes' own limit.
    private static final int CONDITIONS_MAX = 64;

    @Override
    public void checkCreation(JsonObject object, Flaws flaws) {
        JsonArray webhooks = object.array("webhooks");
        for (int i = 0; i < webhooks.size(); i++) {
            conditions(conditionsOf(webhooks.object(i)), "webhooks[" + i + "].matchConditions", flaws);
        }
    }

    /// Those that were taken before are taken again.
    @Override
    public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
        JsonArray webhooks = object.array("webhooks");
        JsonArray before = old.array("webhooks");
        boolean isSame = webhooks.size() == before.size();
        for (int i = 0; isSame && i < webhooks.size(); i++) {
            isSame = conditionsOf(webhooks.object(i)).equals(conditionsOf(before.object(i)));
        }
        if (!isSame) {
            checkCreation(object, flaws);
        }
    }

    private static JsonArray conditionsOf(JsonObject webhook) {
        return webhook.array("matchConditions");
    }

    private static void conditions(JsonArray conditions, String at, Flaws flaws) {
        if (conditions.size() > CONDITIONS_MAX) {
            flaws.tooMany(at, conditions.size(), CONDITIONS_MAX);
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            String own = at + "[" + i + "]";
            expression(conditions.object(i).text("expression").strip(), own + ".expression", flaws);
            String name = conditions.object(i).text("name");
            if (name.isEmpty()) {
                flaws.required(own + ".name");
            } else {
                flaws.names(own + ".name", name, Names.qualifiedName(name));
                if (!names.add(name)) {
                    flaws.duplicate(own + ".name", Json.of(name));
                }
            }
        }
    }

    private static void expression(String text, String at, Flaws flaws) {
        if (text.isEmpty()) {
            flaws.required(at);
            return;
        }
        try {
            AdmissionExpressions.compile(text);
        } catch (CelRefusal e) {
            String problem = e.foundType().isEmpty() ? e.problem() : "must evaluate to bool but got " + e.foundType();
            flaws.invalid(at, text, problem);
        }
    }
}
