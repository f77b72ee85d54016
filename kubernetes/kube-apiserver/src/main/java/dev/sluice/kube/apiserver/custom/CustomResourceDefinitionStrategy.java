package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/// The strategy of CustomResourceDefinitions.
public final class CustomResourceDefinitionStrategy implements Strategy {
    /// Removed when the last object is gone.
    static final String FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

    private static final int HTTPS = 443;

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        JsonObject complete = completed(object);
        JsonObject none = JsonObject.builder().put("plural", "").put("kind", "").build();
        String storage = new Definition(complete).storageVersion();
        return complete.with(
                "status",
                JsonObject.builder()
                        .put("conditions", JsonNull.NULL)
                        .put("acceptedNames", none)
                        .put("storedVersions", JsonArray.of(Json.of(storage)))
                        .build());
    }

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        JsonObject complete = completed(object);
        JsonArray stored = complete.array("status", "storedVersions");
        String version = new Definition(complete).storageVersion();
        Json storage = Json.of(version);
        return version.isEmpty() || stored.toList().contains(storage)
                ? complete
                : complete.withAt(stored.plus(storage), "status", "storedVersions");
    }

    private static JsonObject completed(JsonObject object) {
        JsonObject names = object.object("spec", "names");
        String kind = names.text("kind");
        if (names.text("singular").isEmpty()) {
            names = names.with("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (names.text("listKind").isEmpty() && !kind.isEmpty()) {
            names = names.with("listKind", kind + "List");
        }
        JsonObject complete = object.withAt(names, "spec", "names");
        if (!complete.object("spec").has("conversion")) {
            return complete.withAt(JsonObject.of("strategy", Json.of("None")), "spec", "conversion");
        }
        String[] service = {"spec", "conversion", "webhook", "clientConfig", "service"};
        boolean needsPort = complete.at(service) instanceof JsonObject given && !given.has("port");
        return needsPort ? complete.withAt(complete.object(service).with("port", Json.of(HTTPS)), service) : complete;
    }

    /// True while its finalizer waits for its objects.
    @Override
    public boolean isKept(JsonObject object) {
        return !KubeObjects.isTerminating(object);
    }

    @Override
    public JsonObject whenEnding(JsonObject object, JsonObject before) {
        if (KubeObjects.isTerminating(before)) {
            return object.withAt(Json.of(0), "metadata", "deletionGracePeriodSeconds");
        }
        JsonArray finalizers = object.array("metadata", "finalizers");
        Json own = Json.of(FINALIZER);
        JsonObject held = finalizers.toList().contains(own)
                ? object
                : object.withAt(finalizers.plus(own), "metadata", "finalizers");
        Json generation = before.at("metadata", "generation");
        JsonObject same = generation == null ? held : held.withAt(generation, "metadata", "generation");
        return TerminatingCondition.PENDING
                .in(same, object.text("metadata", "deletionTimestamp"))
                .withoutAt("metadata", "deletionGracePeriodSeconds");
    }

    @Override
    public boolean qualifiesFinalizers() {
        return false;
    }

    @Override
    public List<Cause> validateCreate(JsonObject object) {
        List<Cause> errors = new ArrayList<>();
        Definition definition = new Definition(object);
        String name = definition.plural() + "." + definition.group();
        if (!KubeObjects.name(object).equals(name)) {
            errors.add(Cause.invalid(
                    "metadata.name", KubeObjects.name(object), "must be spec.names.plural+\".\"+spec.group"));
        }
        errors.addAll(validateSpec(object));
        return errors;
    }

    @Override
    public List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        List<Cause> errors = validateSpec(object);
        DefinitionUpdateValidation.check(object, old, errors);
        return errors;
    }

    private static List<Cause> validateSpec(JsonObject object) {
        List<Cause> errors = new ArrayList<>();
        Definition definition = new Definition(object);
        required(errors, definition.group(), "spec.group");
        if (!definition.group().isEmpty() && definition.group().indexOf('.') < 0) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: should be a domain with at least one dot"
                            .formatted(GoQuoting.of(definition.group())),
                    "spec.group"));
        }
        String scope = object.text("spec", "scope");
        if (scope.isEmpty()) {
            required(errors, scope, "spec.scope");
        } else if (!Set.of("Cluster", "Namespaced").contains(scope)) {
            errors.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: \"Cluster\", \"Namespaced\""
                            .formatted(GoQuoting.of(scope)),
                    "spec.scope"));
        }
        required(errors, definition.plural(), "spec.names.plural");
        required(errors, definition.kind(), "spec.names.kind");
        if (object.isTrue("spec", "preserveUnknownFields")) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
                            + " spec.versions[*].schema instead",
                    "spec.preserveUnknownFields"));
        }
        for (String problem : NameValidation.dns1035Label(definition.plural())) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: %s".formatted(GoQuoting.of(definition.plural()), problem),
                    "spec.names.plural"));
        }
        names(object.object("spec", "names"), errors);
        ConversionValidation.check(object.object("spec", "conversion"), errors);
        versions(definition, errors);
        return errors;
    }

    private static void names(JsonObject names, List<Cause> errors) {
        label(errors, "spec.names.singular", names.text("singular"));
        List<String> shorts = Definition.texts(names.array("shortNames"));
        for (int i = 0; i < shorts.size(); i++) {
            label(errors, "spec.names.shortNames[" + i + "]", shorts.get(i));
        }
        List<String> categories = Definition.texts(names.array("categories"));
        for (int i = 0; i < categories.size(); i++) {
            label(errors, "spec.names.categories[" + i + "]", categories.get(i));
        }
    }

    private static void label(List<Cause> errors, String field, String name) {
        if (!name.isEmpty()) {
            NameValidation.dns1035Label(name).forEach(problem -> errors.add(Cause.invalid(field, name, problem)));
        }
    }

    private static void versions(Definition definition, List<Cause> errors) {
        List<JsonObject> versions = definition.versions();
        for (int i = 0; i < versions.size(); i++) {
            label(errors, "spec.versions[" + i + "].name", versions.get(i).text("name"));
        }
        long different = versions.stream()
                .map(version -> version.text("name"))
                .distinct()
                .count();
        if (different < versions.size()) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: must contain unique version names"
                            .formatted(definition.object().array("spec", "versions")),
                    "spec.versions"));
        }
        long stored =
                versions.stream().filter(version -> version.isTrue("storage")).count();
        if (stored != 1) {
            errors.add(new Cause(
                    "FieldValueInvalid",
                    "Invalid value: %s: must have exactly one version marked as storage version"
                            .formatted(definition.object().array("spec", "versions")),
                    "spec.versions"));
        }
        for (int i = 0; i < versions.size(); i++) {
            String own = "spec.versions[" + i + "].schema.openAPIV3Schema";
            JsonObject schema = versions.get(i).object("schema", "openAPIV3Schema");
            if (schema.isEmpty()) {
                errors.add(new Cause("FieldValueRequired", "Required value", own));
                continue;
            }
            // Kubernetes keeps a schema that all versions share in one place, and tells that one.
            boolean isShared = isOneFor(versions, "schema");
            if (isShared && i > 0) {
                break;
            }
            String at = isShared ? "spec.validation.openAPIV3Schema" : own;
            if (!schema.text("type").equals("object")) {
                errors.add(
                        schema.text("type").isEmpty()
                                ? new Cause(
                                        "FieldValueRequired",
                                        "Required value: must not be empty at the root",
                                        at + ".type")
                                : new Cause(
                                        "FieldValueInvalid",
                                        "Invalid value: %s: must be object at the root"
                                                .formatted(GoQuoting.of(schema.text("type"))),
                                        at + ".type"));
            }
            if (schema.isTrue("nullable")) {
                errors.add(new Cause(
                        "FieldValueForbidden", "Forbidden: nullable cannot be true at the root", at + ".nullable"));
            }
            structure(schema, at, errors);
            ValidationRuleValidation.check(schema, at, errors);
        }
        selectable(versions, errors);
    }

    private static boolean isOneFor(List<JsonObject> versions, String field) {
        Json first = versions.isEmpty() ? null : versions.getFirst().get(field);
        return versions.stream().allMatch(version -> Objects.equals(version.get(field), first));
    }

    private static void selectable(List<JsonObject> versions, List<Cause> errors) {
        boolean areShared = isOneFor(versions, "selectableFields");
        boolean isSchemaShared = isOneFor(versions, "schema");
        for (int i = 0; i < versions.size() && !(areShared && i > 0); i++) {
            String at = areShared ? "spec.selectableFields" : "spec.versions[" + i + "].selectableFields";
            if (areShared == isSchemaShared) {
                SelectableFieldList.check(versions.get(i), at, errors);
            } else if (versions.get(i).has("selectableFields")) {
                SelectableFieldList.refuse(areShared, at, errors);
            }
        }
    }

    /// Every part of a schema says its type, so that it is known what to do with a value.
    private static void structure(JsonObject schema, String at, List<Cause> errors) {
        SchemaNode node = new SchemaNode(schema);
        StructuralSchemaValidation.check(node, at, errors);
        JsonObject properties = node.properties();
        for (String name : properties.names()) {
            inner(properties.object(name), at + ".properties[" + name + "]", errors);
        }
        SchemaNode items = node.items();
        if (items != null) {
            inner(items.schema(), at + ".items", errors);
        }
        SchemaNode others = node.others();
        if (others != null) {
            inner(others.schema(), at + ".additionalProperties", errors);
        }
    }

    private static void inner(JsonObject schema, String at, List<Cause> errors) {
        SchemaNode node = new SchemaNode(schema);
        if (node.type().isEmpty() && !node.isIntOrString() && !node.keepsUnknown()) {
            errors.add(new Cause(
                    "FieldValueRequired",
                    "Required value: must not be empty for specified object fields",
                    at + ".type"));
        }
        structure(schema, at, errors);
    }

    private static void required(List<Cause> errors, String value, String field) {
        if (value.isEmpty()) {
            errors.add(new Cause("FieldValueRequired", "Required value", field));
        }
    }
}
