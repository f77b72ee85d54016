package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The `selectableFields` of a definition's version: what objects of it can be selected by, beside their
/// metadata.
final class SelectableFieldList {
    /// Kubernetes' own limit.
    private static final int COUNT_MAX = 8;

    private static final Set<String> TYPES = Set.of("string", "boolean", "integer");

    private SelectableFieldList() {}

    /// As queries name them.
    static Set<String> fields(JsonObject version) {
        Set<String> fields = new LinkedHashSet<>();
        JsonArray all = version.array("selectableFields");
        for (int i = 0; i < all.size(); i++) {
            String path = all.object(i).text("jsonPath");
            fields.add(path.startsWith(".") ? path.substring(1) : path);
        }
        return fields;
    }

    static void check(JsonObject version, String at, List<Cause> errors) {
        JsonArray all = version.array("selectableFields");
        SchemaNode schema = new SchemaNode(version.object("schema", "openAPIV3Schema"));
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            String field = at + "[" + i + "].jsonPath";
            String text = all.object(i).text("jsonPath");
            if (text.isEmpty()) {
                errors.add(new Cause("FieldValueRequired", "Required value", field));
                continue;
            }
            FieldPath path = FieldPath.of(text, schema, false);
            SchemaNode found = path.found();
            if (found == null) {
                invalid(errors, field, text, "is an invalid path: " + path.problem());
                continue;
            }
            if (path.root().equals("metadata")) {
                invalid(errors, field, text, "must not point to fields in metadata");
            }
            if (!TYPES.contains(found.type())) {
                invalid(
                        errors,
                        field,
                        text,
                        "must point to a field of type string, boolean or integer."
                                + " Enum string fields and strings with formats are allowed.");
            }
            if (!seen.add(path.path())) {
                errors.add(new Cause("FieldValueDuplicate", "Duplicate value: " + GoQuoting.of(text), field));
            }
        }
        if (seen.size() > COUNT_MAX) {
            errors.add(new Cause(
                    "FieldValueTooMany",
                    "Too many: %d: must have at most %d items".formatted(seen.size(), COUNT_MAX),
                    at));
        }
    }

    /// Where all versions have the same fields but not the same schema, or the other way round, Kubernetes
    /// keeps them apart, and then misses one of them.
    static void refuse(boolean areShared, String at, List<Cause> errors) {
        String problem = areShared
                ? "may only be set when validations.schema is included"
                : "may only be set when `version.schema.openAPIV3Schema` is not included";
        invalid(errors, at, "", problem);
    }

    private static void invalid(List<Cause> errors, String field, String value, String problem) {
        errors.add(
                new Cause("FieldValueInvalid", "Invalid value: %s: %s".formatted(GoQuoting.of(value), problem), field));
    }
}
