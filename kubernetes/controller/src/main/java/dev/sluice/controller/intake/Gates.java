package dev.sluice.controller.intake;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// Our scheduling gate in the specs of pods and pod templates.
public final class Gates {
    private static final String FIELD = "schedulingGates";

    private Gates() {}

    /// Returns whether our gate holds pods with this spec back.
    public static boolean isGated(JsonObject podSpec) {
        for (Json each : podSpec.array(FIELD)) {
            if (isOurs(each)) {
                return true;
            }
        }
        return false;
    }

    /// Returns the gates of other programs.
    public static JsonArray others(JsonObject podSpec) {
        List<Json> others = new ArrayList<>();
        for (Json each : podSpec.array(FIELD)) {
            if (!isOurs(each)) {
                others.add(each);
            }
        }
        return JsonArray.of(others);
    }

    /// Returns the names of gates.
    public static List<String> names(JsonArray gates) {
        List<String> names = new ArrayList<>();
        for (Json each : gates) {
            if (each instanceof JsonObject gate) {
                names.add(gate.text("name"));
            }
        }
        return names;
    }

    private static boolean isOurs(Json gate) {
        return gate instanceof JsonObject named && named.text("name").equals(SluiceNames.GATE);
    }
}
