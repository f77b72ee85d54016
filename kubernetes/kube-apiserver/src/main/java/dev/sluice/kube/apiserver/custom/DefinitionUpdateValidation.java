package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Validates updates of definitions: fields that stored objects depend on are immutable.
final class DefinitionUpdateValidation {
    private DefinitionUpdateValidation() {}

    static void check(JsonObject object, JsonObject old, List<Cause> errors) {
        Definition before = new Definition(old);
        if (before.is("Established")) {
            fixed(object, old, errors, "spec", "scope");
            fixed(object, old, errors, "spec", "names", "kind");
        }
        fixed(object, old, errors, "spec", "group");
        fixed(object, old, errors, "spec", "names", "plural");
        storedVersions(object, errors);
    }

    private static void fixed(JsonObject object, JsonObject old, List<Cause> errors, String... path) {
        if (!object.text(path).equals(old.text(path))) {
            errors.add(Cause.invalid(String.join(".", path), object.text(path), "field is immutable"));
        }
    }

    /// A version that objects may be kept in stays.
    private static void storedVersions(JsonObject object, List<Cause> errors) {
        Set<String> versions = new Definition(object)
                .versions().stream().map(version -> version.text("name")).collect(Collectors.toSet());
        List<String> stored = Definition.texts(object.array("status", "storedVersions"));
        for (int i = 0; i < stored.size(); i++) {
            String version = stored.get(i);
            if (!versions.contains(version)) {
                errors.add(new Cause(
                        "FieldValueInvalid",
                        ("Invalid value: %1$s: missing from spec.versions; %2$s was previously a storage version, and"
                                        + " must remain in spec.versions until a storage migration ensures no data"
                                        + " remains persisted in %2$s and removes %2$s from status.storedVersions")
                                .formatted(GoQuoting.of(version), version),
                        "status.storedVersions[" + i + "]"));
            }
        }
    }
}
