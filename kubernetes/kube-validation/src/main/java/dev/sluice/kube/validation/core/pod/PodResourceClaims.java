package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Validates the resource claims (DRA) of a pod and their use by containers.
final class PodResourceClaims {
    private PodResourceClaims() {}

    static Set<String> names(JsonArray claims) {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < claims.size(); i++) {
            if (!claims.object(i).text("name").isEmpty()) {
                names.add(claims.object(i).text("name"));
            }
        }
        return names;
    }

    static void validate(JsonArray claims, String field, ValidationErrors errors) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < claims.size(); i++) {
            JsonObject claim = claims.object(i);
            String own = field + "[" + i + "]";
            String name = claim.text("name");
            if (name.isEmpty()) {
                errors.required(own + ".name");
            } else if (seen.add(name)) {
                errors.names(own + ".name", name, NameValidation.label(name));
            } else {
                errors.duplicate(own + ".name", Json.of(name));
            }
            boolean isNamed = claim.has("resourceClaimName");
            boolean isMade = claim.has("resourceClaimTemplateName");
            if (isNamed && isMade) {
                errors.invalid(
                        own, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
            }
            if (!isNamed && !isMade) {
                errors.invalid(own, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
            for (String which : List.of("resourceClaimName", "resourceClaimTemplateName")) {
                if (claim.has(which)) {
                    errors.names(own + "." + which, claim.text(which), NameValidation.subdomain(claim.text(which)));
                }
            }
        }
    }

    /// What a container uses must be the pod's.
    static void checkNames(JsonArray used, String field, Set<String> claims, ValidationErrors errors) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < used.size(); i++) {
            String name = used.object(i).text("name");
            String request = used.object(i).text("request");
            String own = field + "[" + i + "]";
            if (name.isEmpty()) {
                errors.required(own);
                continue;
            }
            String key = request.isEmpty() ? name : name + "/" + request;
            if (!seen.add(key)) {
                errors.duplicate(own, Json.of(key));
            }
            if (!claims.contains(name)) {
                String which = claims.isEmpty()
                        ? "must be one of the names in pod.spec.resourceClaims which is empty"
                        : "must be one of the names in pod.spec.resourceClaims: " + String.join(", ", claims);
                errors.notFound(own, name, which);
            }
        }
    }
}
