package dev.sluice.kube.validation.certificates;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Certificate signing requests. Their specification is immutable, and an approval cannot be withdrawn.
final class CertificateSigningRequestStrategy implements KindStrategy {
    private static final String LEGACY = "kubernetes.io/legacy-unknown";
    private static final int EXPIRATION_SECONDS_MIN = 600;

    private static final List<String> USAGES = List.of(
            "any",
            "cert sign",
            "client auth",
            "code signing",
            "content commitment",
            "crl sign",
            "data encipherment",
            "decipher only",
            "digital signature",
            "email protection",
            "encipher only",
            "ipsec end system",
            "ipsec tunnel",
            "ipsec user",
            "key agreement",
            "key encipherment",
            "microsoft sgc",
            "netscape sgc",
            "ocsp signing",
            "s/mime",
            "server auth",
            "signing",
            "timestamping");

    private static final List<String> DECISIONS = List.of("Approved", "Denied");
    private static final List<String> ENDS = List.of("Approved", "Denied", "Failed");

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return object.with("spec", old.object("spec"));
    }

    /// Conditions that say no time are of now.
    @Override
    public JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        JsonArray conditions = object.array("status", "conditions");
        if (conditions.isEmpty()) {
            return object;
        }
        JsonArray timed = conditions.map(each -> {
            JsonObject condition = (JsonObject) each;
            if (isUnsaid(condition, "lastUpdateTime")) {
                condition = condition.with("lastUpdateTime", Json.of(now));
            }
            return isUnsaid(condition, "lastTransitionTime")
                    ? condition.with("lastTransitionTime", Json.of(transition(condition, old, now)))
                    : condition;
        });
        return object.withAt(timed, "status", "conditions");
    }

    private static boolean isUnsaid(JsonObject condition, String time) {
        Json value = condition.get(time);
        return value == null || value.equals(JsonNull.NULL);
    }

    private static String transition(JsonObject condition, JsonObject old, String now) {
        for (Json each : old.array("status", "conditions")) {
            if (each instanceof JsonObject before
                    && before.text("type").equals(condition.text("type"))
                    && before.text("status").equals(condition.text("status"))) {
                return before.text("lastTransitionTime");
            }
        }
        return now;
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        if (!isPem(spec.text("request"), "CERTIFICATE REQUEST")) {
            Json request = spec.get("request");
            errors.invalid("spec.request", request, "PEM block type must be CERTIFICATE REQUEST");
        }
        checkUsages(spec.array("usages"), errors);
        checkSigner(spec.text("signerName"), errors);
        long seconds = spec.number(EXPIRATION_SECONDS_MIN, "expirationSeconds");
        if (seconds < EXPIRATION_SECONDS_MIN) {
            errors.invalid(
                    "spec.expirationSeconds",
                    Json.of(seconds),
                    "may not specify a duration less than 600 seconds (10 minutes)");
        }
    }

    private static boolean isPem(String encoded, String type) {
        String text = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
        return text.contains("-----BEGIN " + type + "-----");
    }

    private static void checkUsages(JsonArray usages, ValidationErrors errors) {
        if (usages.isEmpty()) {
            errors.required("spec.usages");
        }
        ValidationErrors twice = new ValidationErrors();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < usages.size(); i++) {
            String usage = usages.get(i) instanceof JsonString text ? text.text() : "";
            if (!USAGES.contains(usage)) {
                errors.unsupported("spec.usages[" + i + "]", Json.of(usage), USAGES);
            }
            if (!seen.add(usage)) {
                twice.duplicate("spec.usages[" + i + "]", Json.of(usage));
            }
        }
        errors.addAll(twice);
    }

    private static void checkSigner(String signer, ValidationErrors errors) {
        String field = "spec.signerName";
        int slash = signer.indexOf('/');
        if (signer.equals(LEGACY)) {
            errors.invalid(field, signer, "the legacy signerName is not allowed via this API version");
        } else if (signer.isEmpty()) {
            errors.required(field);
        } else if (slash < 0 || slash != signer.lastIndexOf('/')) {
            errors.invalid(
                    field, signer, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
        } else {
            String domain = signer.substring(0, slash);
            String path = signer.substring(slash + 1);
            errors.names(field, domain, NameValidation.subdomain(domain));
            if (!domain.contains(".")) {
                errors.invalid(field, domain, "should be a domain with at least two segments separated by dots");
            }
            errors.names(field, path, NameValidation.subdomain(path));
        }
    }

    @Override
    public void validateStatusUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        checkConditions(object, old, errors);
        for (String type : DECISIONS) {
            if (count(object, type) > count(old, type)) {
                errors.forbidden("status.conditions", "updates may not add a condition of type \"" + type + "\"");
            }
        }
        Json before = old.at("status", "certificate");
        if (before != null && !Objects.equals(before, object.at("status", "certificate"))) {
            errors.forbidden("status.certificate", "updates may not modify existing certificate content");
        }
    }

    /// What is wrong with a decision.
    @Override
    public Set<String> subresources() {
        return Set.of("approval");
    }

    /// An approval changes the conditions only.
    @Override
    public JsonObject prepareForSubresource(String subresource, JsonObject object, JsonObject old, String now) {
        Json conditions = object.at("status", "conditions");
        JsonObject changed = conditions == null
                ? old.withoutAt("status", "conditions")
                : old.withAt(conditions, "status", "conditions");
        return prepareForStatusUpdate(changed, old, now);
    }

    @Override
    public void validateSubresource(String subresource, JsonObject object, JsonObject old, ValidationErrors errors) {
        checkConditions(object, old, errors);
    }

    private static void checkConditions(JsonObject object, JsonObject old, ValidationErrors errors) {
        JsonArray conditions = object.array("status", "conditions");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            checkCondition(conditions.object(i), "status.conditions[" + i + "]", seen, errors);
        }
        String certificate = object.text("status", "certificate");
        if (!certificate.isEmpty() && !isPem(certificate, "CERTIFICATE")) {
            errors.invalid(
                    "status.certificate", "<certificate data>", "must contain at least one CERTIFICATE PEM block");
        }
        for (String type : ENDS) {
            if (count(object, type) < count(old, type)) {
                errors.forbidden("status.conditions", "updates may not remove a condition of type \"" + type + "\"");
            }
        }
    }

    private static void checkCondition(JsonObject condition, String field, Set<String> seen, ValidationErrors errors) {
        String type = condition.text("type");
        if (type.isEmpty()) {
            errors.required(field + ".type");
        }
        errors.oneOf(
                field + ".status",
                condition.text("status"),
                true,
                ENDS.contains(type) ? List.of("True") : List.of("False", "True", "Unknown"));
        String other = type.equals("Approved") ? "Denied" : "Approved";
        if (DECISIONS.contains(type) && seen.contains(other)) {
            errors.invalid("status.conditions", type, "Approved and Denied conditions are mutually exclusive");
        }
        if (!seen.add(type)) {
            errors.duplicate(field + ".type", Json.of(type));
        }
    }

    private static long count(JsonObject object, String type) {
        return object.array("status", "conditions").toList().stream()
                .filter(it -> it instanceof JsonObject condition
                        && condition.text("type").equals(type))
                .count();
    }
}
