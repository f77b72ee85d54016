package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Warnings about kinds that contain a pod template, and about names that end up in those of pods.
public final class PodTemplateWarnings {
    private PodTemplateWarnings() {}

    /// Reports what is odd about the template at a path, unless an update left the specification as it was.
    ///
    /// @param path such as `spec.template`
    public static void ofTemplate(JsonObject object, @Nullable JsonObject old, String path, Consumer<String> warnings) {
        if (isChanged(object, old)) {
            PodWarnings.tell(object.object(path.split("\\.", -1)), path + ".", warnings);
        }
    }

    /// Whether the object is new or of another generation.
    public static boolean isChanged(JsonObject object, @Nullable JsonObject old) {
        return old == null || object.number(0, "metadata", "generation") != old.number(0, "metadata", "generation");
    }

    /// Reports the name of a new object that is no DNS label, though its pods are named after it.
    public static void ofName(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        if (old == null) {
            ofName(object, "Pod names and hostnames", warnings);
        }
    }

    static void ofName(JsonObject object, String use, Consumer<String> warnings) {
        List<String> problems = NameValidation.label(KubeObjects.name(object));
        if (!problems.isEmpty()) {
            warnings.accept("metadata.name: this is used in " + use
                    + ", which can result in surprising behavior; a DNS label is recommended: ["
                    + String.join(" ", problems) + "]");
        }
    }
}
