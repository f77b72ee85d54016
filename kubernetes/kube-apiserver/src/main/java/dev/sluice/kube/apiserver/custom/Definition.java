package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.ServedType;
import dev.sluice.kube.schema.ServedType.Subresource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/// A typed view of a `CustomResourceDefinition`.
record Definition(JsonObject object) {
    /// What is told of one that is about to go.
    private static final List<String> LAST_VERBS = List.of("delete", "deletecollection", "get", "list", "watch");

    private static final List<String> OF_SUBRESOURCES = List.of("get", "patch", "update");

    String name() {
        return KubeObjects.name(object);
    }

    String group() {
        return object.text("spec", "group");
    }

    String plural() {
        return object.text("spec", "names", "plural");
    }

    String kind() {
        return object.text("spec", "names", "kind");
    }

    boolean isNamespaced() {
        return object.text("spec", "scope").equals("Namespaced");
    }

    List<JsonObject> versions() {
        JsonArray versions = object.array("spec", "versions");
        List<JsonObject> all = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            all.add(versions.object(i));
        }
        return all;
    }

    /// The version that objects are kept in.
    String storageVersion() {
        return versions().stream()
                .filter(version -> version.isTrue("storage"))
                .findFirst()
                .map(version -> version.text("name"))
                .orElse("");
    }

    ResourceType type(String version) {
        return new ResourceType(group(), version, plural(), kind(), isNamespaced());
    }

    boolean is(String condition) {
        JsonArray conditions = object.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            JsonObject each = conditions.object(i);
            if (each.text("type").equals(condition)) {
                return each.text("status").equals("True");
            }
        }
        return false;
    }

    /// The versions that are served, as the catalogue has them.
    List<CustomType> served() {
        List<CustomType> served = new ArrayList<>();
        for (JsonObject version : versions()) {
            if (version.isTrue("served")) {
                served.add(new CustomType(
                        servedType(version),
                        version.object("schema", "openAPIV3Schema"),
                        version.array("additionalPrinterColumns")));
            }
        }
        return served;
    }

    /// Where `scale` finds its numbers in a version; empty if it has none.
    List<String> scalePaths(String name) {
        for (JsonObject version : versions()) {
            JsonObject scale = version.object("subresources", "scale");
            if (version.text("name").equals(name) && !scale.isEmpty()) {
                String selector = scale.text("labelSelectorPath");
                List<String> both = List.of(scale.text("specReplicasPath"), scale.text("statusReplicasPath"));
                return selector.isEmpty() ? both : List.of(both.get(0), both.get(1), selector);
            }
        }
        return List.of();
    }

    /// What objects of a version can be selected by.
    Set<String> selectableFields(String name) {
        return versions().stream()
                .filter(version -> version.text("name").equals(name))
                .findFirst()
                .map(SelectableFieldList::fields)
                .orElse(Set.of());
    }

    private ServedType servedType(JsonObject version) {
        JsonObject names = object.object("spec", "names");
        ResourceType type = type(version.text("name"));
        List<Subresource> subresources = new ArrayList<>();
        if (version.object("subresources").has("status")) {
            subresources.add(new Subresource("status", type.apiVersion(), type.kind(), OF_SUBRESOURCES));
        }
        if (version.object("subresources").has("scale")) {
            subresources.add(new Subresource("scale", "autoscaling/v1", "Scale", OF_SUBRESOURCES));
        }
        return new ServedType(
                type,
                names.text("singular"),
                texts(names.array("shortNames")),
                texts(names.array("categories")),
                is("Terminating") ? LAST_VERBS : CustomType.VERBS,
                storageHash(),
                subresources);
    }

    /// As the real server makes it: of group, version and kind.
    private String storageHash() {
        String text = group() + "/" + storageVersion() + "/" + kind();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(hash, 8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }

    static List<String> texts(JsonArray array) {
        List<String> texts = new ArrayList<>();
        for (Json value : array) {
            if (value instanceof JsonString text) {
                texts.add(text.text());
            }
        }
        return texts;
    }
}
