package dev.sluice.kube.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The table against the real server: nothing missing, nothing added, nothing different.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class SchemaIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Schema SCHEMA = Schema.kubernetes();

    /// They read themselves from JSON in their own way, so the table has them as scalars.
    private static final Map<String, String> SPECIAL = Map.ofEntries(
            Map.entry("io.k8s.apimachinery.pkg.api.resource.Quantity", "QUANTITY"),
            Map.entry("io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", "FIELDS"),
            Map.entry("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", "MICRO_TIME"),
            Map.entry("io.k8s.apimachinery.pkg.apis.meta.v1.Time", "TIME"),
            Map.entry("io.k8s.apimachinery.pkg.runtime.RawExtension", "RAW"),
            Map.entry("io.k8s.apimachinery.pkg.util.intstr.IntOrString", "INT_OR_STRING"),
            Map.entry("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON", "JSON"),
            Map.entry(
                    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray",
                    "SCHEMA_OR_ARRAY"),
            Map.entry(
                    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool", "SCHEMA_OR_BOOL"),
            Map.entry(
                    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
                    "SCHEMA_OR_STRINGS"));

    @Test
    void itIsTheTableOfThisVersion(Kubectl kubectl) {
        assertThat(raw(kubectl, "/version").at("/gitVersion").asText()).isEqualTo("v" + SCHEMA.version());
    }

    @Test
    void everythingThatIsDiscoveredIsInTheTable(Kubectl kubectl) {
        List<String> real = new ArrayList<>();
        describeReal(real, "", "v1", raw(kubectl, "/api/v1"));
        List<ApiGroup> groups = new ArrayList<>(List.of(new ApiGroup("", List.of("v1"))));
        for (JsonNode group : raw(kubectl, "/apis").get("groups")) {
            String name = group.get("name").asText();
            List<String> versions = group.get("versions").findValuesAsText("version");
            assertThat(group.at("/preferredVersion/version").asText()).isEqualTo(versions.getFirst());
            groups.add(new ApiGroup(name, versions));
            for (String version : versions) {
                describeReal(real, name, version, raw(kubectl, "/apis/" + name + "/" + version));
            }
        }

        assertThat(SCHEMA.groups()).isEqualTo(groups);
        assertThat(describeOurs()).containsExactlyInAnyOrderElementsOf(real);
        assertThat(real).hasSizeGreaterThan(100);
    }

    @Test
    void everyFieldOfOpenApiIsInTheTableAndNoOther(Kubectl kubectl) {
        Map<String, String> real = new TreeMap<>();
        Map<String, String> ours = new TreeMap<>();
        Set<String> schemas = new TreeSet<>();
        for (JsonNode path : raw(kubectl, "/openapi/v3").get("paths")) {
            for (Map.Entry<String, JsonNode> schema : raw(
                            kubectl, path.get("serverRelativeURL").asText())
                    .at("/components/schemas")
                    .properties()) {
                if (!SPECIAL.containsKey(schema.getKey()) && schemas.add(schema.getKey())) {
                    describeReal(real, tableName(schema.getKey()), schema.getValue());
                }
            }
        }
        for (String schema : schemas) {
            describeOurs(ours, requireNonNull(SCHEMA.object(tableName(schema)), schema));
        }

        assertThat(ours).containsExactlyInAnyOrderEntriesOf(real);
        assertThat(real).hasSizeGreaterThan(2000);
    }

    private static void describeReal(List<String> all, String group, String version, JsonNode list) {
        for (JsonNode resource : list.get("resources")) {
            String apiVersion = new ResourceType(
                            resource.path("group").asText(group),
                            resource.path("version").asText(version),
                            "",
                            "",
                            true)
                    .apiVersion();
            all.add(describe(
                    group + "/" + version,
                    resource.get("name").asText(),
                    apiVersion,
                    resource.get("kind").asText(),
                    resource.get("namespaced").asBoolean(),
                    resource.path("singularName").asText(),
                    texts(resource.path("shortNames")),
                    texts(resource.path("categories")),
                    texts(resource.path("verbs")),
                    resource.path("storageVersionHash").asText()));
        }
    }

    private static List<String> describeOurs() {
        List<String> all = new ArrayList<>();
        for (ServedType served : SCHEMA.types()) {
            ResourceType type = served.type();
            String place = type.group() + "/" + type.version();
            all.add(describe(
                    place,
                    type.plural(),
                    type.apiVersion(),
                    type.kind(),
                    type.namespaced(),
                    served.singular(),
                    served.shortNames(),
                    served.categories(),
                    served.verbs(),
                    served.storageHash()));
            for (ServedType.Subresource sub : served.subresources()) {
                all.add(describe(
                        place,
                        type.plural() + "/" + sub.name(),
                        sub.apiVersion(),
                        sub.kind(),
                        type.namespaced(),
                        "",
                        List.of(),
                        List.of(),
                        sub.verbs(),
                        ""));
            }
        }
        return all;
    }

    private static String describe(Object... facts) {
        return List.of(facts).toString();
    }

    private static void describeReal(Map<String, String> all, String object, JsonNode schema) {
        all.put(object, "map=" + schema.path("x-kubernetes-map-type").asText());
        List<String> required = texts(schema.path("required"));
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            JsonNode field = property.getValue();
            String zeroOrNone = field.path("default").toString();
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("type", realType(field));
            facts.put("required", required.contains(property.getKey()));
            facts.put("key", field.path("x-kubernetes-patch-merge-key").asText());
            facts.put("strategy", field.path("x-kubernetes-patch-strategy").asText());
            facts.put("list", field.path("x-kubernetes-list-type").asText("none"));
            facts.put("keys", texts(field.path("x-kubernetes-list-map-keys")));
            facts.put("map", field.path("x-kubernetes-map-type").asText("none"));
            facts.put("choices", choices(field));
            facts.put("default", Set.of("", "\"\"", "0", "false", "{}").contains(zeroOrNone) ? "" : zeroOrNone);
            all.put(object + "#" + property.getKey(), facts.toString());
        }
    }

    private static void describeOurs(Map<String, String> all, ObjectSchema object) {
        all.put(object.name(), "map=" + (object.isAtomic() ? "atomic" : ""));
        for (Field field : object.fields()) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("type", ourType(field.type()));
            facts.put("required", field.required());
            facts.put("key", field.merging().patchKey());
            facts.put("strategy", field.merging().patchStrategy());
            facts.put("list", lower(field.merging().listType()));
            facts.put("keys", field.merging().listKeys());
            facts.put("map", lower(field.merging().mapType()));
            facts.put("choices", field.choices());
            facts.put("default", field.standard().map(Object::toString).orElse(""));
            all.put(object.name() + "#" + field.name(), facts.toString());
        }
    }

    private static String realType(JsonNode schema) {
        String reference = schema.path("$ref").asText(schema.at("/allOf/0/$ref").asText());
        if (!reference.isEmpty()) {
            String name = reference.substring(reference.lastIndexOf('/') + 1);
            return SPECIAL.getOrDefault(name, tableName(name));
        }
        return switch (schema.path("type").asText()) {
            case "array" -> "[]" + realType(schema.get("items"));
            case "object" -> "{}" + realType(schema.get("additionalProperties"));
            case "boolean" -> "BOOL";
            case "integer" -> schema.get("format").asText().equals("int32") ? "INT32" : "INT64";
            case "number" -> "DOUBLE";
            case "string" -> schema.path("format").asText().equals("byte") ? "BYTES" : "STRING";
            default -> throw new IllegalStateException("no type in " + schema);
        };
    }

    private static String ourType(ValueType type) {
        return switch (type) {
            case Scalar scalar -> scalar.name();
            case ListOf list -> "[]" + ourType(list.element());
            case MapOf map -> "{}" + ourType(map.value());
            case ObjectSchema object -> object.name();
        };
    }

    private static List<String> choices(JsonNode field) {
        List<String> choices = new ArrayList<>(texts(field.path("enum")));
        choices.addAll(texts(field.at("/items/enum")));
        choices.addAll(texts(field.at("/additionalProperties/enum")));
        return choices;
    }

    /// `io.k8s.api.core.v1.Pod` is `core/v1.Pod` in the table.
    private static String tableName(String schema) {
        String[] parts = schema.split("\\.", -1);
        return parts[parts.length - 3] + "/" + parts[parts.length - 2] + "." + parts[parts.length - 1];
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).collect(Collectors.toList());
    }

    private static JsonNode raw(Kubectl kubectl, String path) {
        try {
            return JSON.readTree(kubectl.run("get", "--raw", path));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no JSON at " + path, e);
        }
    }
}
