package dev.sluice.kube.validation.core.volume;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Validates that the paths of a projected volume do not conflict.
public final class VolumePaths {
    private VolumePaths() {}

    /// @param source whose it is; empty if the volume has one source only
    private record Place(String path, String source) {
        @Override
        public String toString() {
            return source.isEmpty() ? GoQuoting.of(path) : GoQuoting.of(path) + " (" + source + ")";
        }

        boolean overlaps(Place other) {
            String own = path + "/";
            String others = other.path + "/";
            return !path.isEmpty() && !other.path.isEmpty() && (own.startsWith(others) || others.startsWith(own));
        }
    }

    public static void tell(JsonArray volumes, Consumer<String> warnings) {
        for (Json each : volumes) {
            if (each instanceof JsonObject volume) {
                tell(volume, warnings);
            }
        }
    }

    private static void tell(JsonObject volume, Consumer<String> warnings) {
        String name = GoQuoting.of(volume.text("name"));
        String map = "ConfigMap " + GoQuoting.of(volume.text("configMap", "name"));
        String secret = "Secret " + GoQuoting.of(volume.text("secret", "secretName"));
        tell(name, map, places(volume.array("configMap", "items"), ""), warnings);
        tell(name, secret, places(volume.array("secret", "items"), ""), warnings);
        tell(name, "DownwardAPI", places(volume.array("downwardAPI", "items"), ""), warnings);
        List<Place> all = new ArrayList<>();
        for (Json each : volume.array("projected", "sources")) {
            JsonObject source = (JsonObject) each;
            if (source.isEmpty()) {
                warnings.accept("volume " + name + " (Projected) has no sources provided");
            }
            all.addAll(placesOf(source));
        }
        tell(name, "Projected", all, warnings);
    }

    private static List<Place> placesOf(JsonObject source) {
        if (source.object("configMap").has("items")) {
            return places(
                    source.array("configMap", "items"), "ConfigMap " + GoQuoting.of(source.text("configMap", "name")));
        }
        if (source.object("secret").has("items")) {
            return places(source.array("secret", "items"), "Secret " + GoQuoting.of(source.text("secret", "name")));
        }
        if (source.object("downwardAPI").has("items")) {
            return places(source.array("downwardAPI", "items"), "DownwardAPI");
        }
        return source.has("serviceAccountToken")
                ? List.of(place(source.text("serviceAccountToken", "path"), "ServiceAccountToken"))
                : List.of();
    }

    private static List<Place> places(JsonArray items, String source) {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            places.add(place(items.object(i).text("path"), source));
        }
        return places;
    }

    private static Place place(String path, String source) {
        return new Place(path.replaceAll("/+$", ""), source);
    }

    private static void tell(String volume, String what, List<Place> places, Consumer<String> warnings) {
        for (int i = 1; i < places.size(); i++) {
            for (Place before : places.subList(0, i)) {
                if (places.get(i).overlaps(before)) {
                    warnings.accept("volume %s (%s): overlapping paths: %s with %s"
                            .formatted(volume, what, places.get(i), before));
                }
            }
        }
    }
}
