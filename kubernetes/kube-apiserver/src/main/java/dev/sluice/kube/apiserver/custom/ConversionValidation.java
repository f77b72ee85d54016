package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates a definition's `conversion`. Like Kubernetes' messages, it uses former field names.
final class ConversionValidation {
    private static final String AT = "spec.conversion";
    private static final String CLIENT = AT + ".webhookClientConfig";
    private static final String VERSIONS = AT + ".conversionReviewVersions";
    private static final Set<String> KNOWN_VERSIONS = Set.of("v1", "v1beta1");

    private ConversionValidation() {}

    static void check(JsonObject conversion, List<Cause> errors) {
        String strategy = conversion.text("strategy");
        if (strategy.isEmpty()) {
            errors.add(new Cause("FieldValueRequired", "Required value", AT + ".strategy"));
        } else if (!strategy.equals("None") && !strategy.equals("Webhook")) {
            errors.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: \"None\", \"Webhook\"".formatted(GoQuoting.of(strategy)),
                    AT + ".strategy"));
        }
        JsonObject webhook = conversion.object("webhook");
        JsonArray versions = webhook.array("conversionReviewVersions");
        if (strategy.equals("Webhook")) {
            client(webhook, errors);
            versions(versions, errors);
            return;
        }
        String problem = "Forbidden: should not be set when strategy is not set to Webhook";
        if (webhook.has("clientConfig")) {
            errors.add(new Cause("FieldValueForbidden", problem, CLIENT));
        }
        if (!versions.isEmpty()) {
            errors.add(new Cause("FieldValueForbidden", problem, VERSIONS));
        }
    }

    private static void client(JsonObject webhook, List<Cause> errors) {
        JsonObject config = webhook.object("clientConfig");
        if (!webhook.has("clientConfig")) {
            errors.add(new Cause(
                    "FieldValueRequired", "Required value: required when strategy is set to Webhook", CLIENT));
        } else if (config.has("url") == config.has("service")) {
            errors.add(new Cause(
                    "FieldValueRequired", "Required value: exactly one of url or service is required", CLIENT));
        } else if (config.has("url") && !config.text("url").startsWith("https://")) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    ("Invalid value: %s: 'https' is the only allowed URL scheme; desired format:"
                                    + " https://host[/path]")
                            .formatted(GoQuoting.of(config.text("url").split(":", 2)[0])),
                    CLIENT + ".url"));
        } else if (config.has("service")) {
            for (String field : List.of("name", "namespace")) {
                if (config.text("service", field).isEmpty()) {
                    errors.add(new Cause("FieldValueRequired", "Required value", CLIENT + ".service." + field));
                }
            }
        }
    }

    private static void versions(JsonArray versions, List<Cause> errors) {
        if (versions.isEmpty()) {
            errors.add(new Cause("FieldValueRequired", "Required value", VERSIONS));
            return;
        }
        List<String> texts = Definition.texts(versions);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < texts.size(); i++) {
            String at = VERSIONS + "[" + i + "]";
            if (!seen.add(texts.get(i))) {
                errors.add(Cause.invalid(at, texts.get(i), "duplicate version"));
                continue;
            }
            for (String problem : NameValidation.dns1035Label(texts.get(i))) {
                errors.add(Cause.invalid(at, texts.get(i), problem));
            }
        }
        if (texts.stream().noneMatch(KNOWN_VERSIONS::contains)) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: must include at least one of v1, v1beta1".formatted(versions),
                    VERSIONS));
        }
    }
}
