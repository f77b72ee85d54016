package dev.sluice.kube.validation.resource;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Resource claims (DRA). Their specification is immutable.
final class ResourceClaimStrategy implements KindStrategy {
    private static final List<String> MODES = List.of("All", "ExactCount");

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        String field = "spec.devices.requests";
        JsonArray requests = object.array("spec", "devices", "requests");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < requests.size(); i++) {
            JsonObject request = requests.object(i);
            String own = field + "[" + i + "]";
            String name = request.text("name");
            errors.names(own + ".name", name, NameValidation.label(name));
            boolean isChoice = !request.array("firstAvailable").isEmpty();
            if (request.get("exactly") instanceof JsonObject exactly) {
                checkExactly(exactly, own + ".exactly", errors);
            } else if (!isChoice) {
                errors.required(own, "exactly one of `exactly` or `firstAvailable` is required");
            }
            if (!names.add(name)) {
                errors.duplicate(own, Json.of(name));
            }
        }
    }

    private static void checkExactly(JsonObject exactly, String field, ValidationErrors errors) {
        String device = exactly.text("deviceClassName");
        if (device.isEmpty()) {
            errors.required(field + ".deviceClassName");
        } else {
            errors.names(field + ".deviceClassName", device, NameValidation.subdomain(device));
        }
        String mode = exactly.text("allocationMode");
        if (!MODES.contains(mode)) {
            errors.unsupported(field + ".allocationMode", Json.of(mode), MODES);
        }
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        if (!object.object("spec").equals(old.object("spec"))) {
            errors.invalid("spec", ValidationErrors.IMMUTABLE);
        }
    }
}
