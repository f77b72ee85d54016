package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Claims of devices. What they ask for never changes.
final class DeviceClaimCode implements KindCode {
    private static final List<String> MODES = List.of("All", "ExactCount");

    @Override
    public void check(JsonObject object, Flaws flaws) {
        String field = "spec.devices.requests";
        JsonArray requests = object.array("spec", "devices", "requests");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < requests.size(); i++) {
            JsonObject request = requests.object(i);
            String own = field + "[" + i + "]";
            String name = request.text("name");
            flaws.names(own + ".name", name, Names.label(name));
            boolean isChoice = !request.array("firstAvailable").isEmpty();
            if (request.get("exactly") instanceof JsonObject exactly) {
                checkExactly(exactly, own + ".exactly", flaws);
            } else if (!isChoice) {
                flaws.required(own, "exactly one of `exactly` or `firstAvailable` is required");
            }
            if (!names.add(name)) {
                flaws.duplicate(own, Json.of(name));
            }
        }
    }

    private static void checkExactly(JsonObject exactly, String field, Flaws flaws) {
        String device = exactly.text("deviceClassName");
        if (device.isEmpty()) {
            flaws.required(field + ".deviceClassName");
        } else {
            flaws.names(field + ".deviceClassName", device, Names.subdomain(device));
        }
        String mode = exactly.text("allocationMode");
        if (!MODES.contains(mode)) {
            flaws.unsupported(field + ".allocationMode", Json.of(mode), MODES);
        }
    }

    @Override
    public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
        JsonObject spec = object.object("spec");
        if (!spec.equals(old.object("spec"))) {
            flaws.invalid("spec", GoStructs.of("resource.ResourceClaimSpec", spec), Flaws.IMMUTABLE);
        }
    }
}
