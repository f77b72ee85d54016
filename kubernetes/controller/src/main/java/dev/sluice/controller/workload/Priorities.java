package dev.sluice.controller.workload;

import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The priorities of Jobs, as the admission of their pods will find them.
final class Priorities {
    private final TreeMap<String, JsonObject> classes = new TreeMap<>();
    private boolean isListed;

    void changed(JsonObject priorityClass, boolean isGone) {
        if (isGone) {
            classes.remove(KubeObjects.name(priorityClass));
        } else {
            classes.put(KubeObjects.name(priorityClass), priorityClass);
        }
    }

    /// All classes that existed at the start are known.
    void listed() {
        isListed = true;
    }

    /// Returns the priority of pods with a spec; empty as long as the classes are not known.
    ///
    /// @throws NotHonoured if there is no class of the name
    OptionalLong of(JsonObject podSpec) {
        String name = podSpec.text("priorityClassName");
        if (!isListed) {
            return OptionalLong.empty();
        }
        if (name.isEmpty()) {
            return OptionalLong.of(ofDefault());
        }
        JsonObject named = classes.get(name);
        if (named == null) {
            throw new NotHonoured(
                    "spec.template.spec.priorityClassName (%s): there is no such PriorityClass".formatted(name));
        }
        return OptionalLong.of(named.number(0, "value"));
    }

    /// Of several default classes the lowest counts, as in Kubernetes.
    private long ofDefault() {
        return classes.values().stream()
                .filter(each -> each.isTrue("globalDefault"))
                .mapToLong(each -> each.number(0, "value"))
                .min()
                .orElse(0);
    }
}
