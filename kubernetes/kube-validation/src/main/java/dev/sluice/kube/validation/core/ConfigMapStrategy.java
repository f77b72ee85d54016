package dev.sluice.kube.validation.core;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Config maps and secrets.
final class ConfigMapStrategy implements KindStrategy {
    /// As etcd's limit on a value has it.
    private static final int BYTES_MAX = 1 << 20;

    private static final int KEY_LENGTH_MAX = 253;

    private static final String WHEN_SET = "field is immutable when `immutable` is set";

    /// What a secret of a type must have in it.
    private static final Map<String, List<String>> NEEDED = Map.of(
            "kubernetes.io/dockercfg", List.of(".dockercfg"),
            "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"),
            "kubernetes.io/ssh-auth", List.of("ssh-privatekey"),
            "kubernetes.io/tls", List.of("tls.crt", "tls.key"));

    private final boolean isSecret;

    ConfigMapStrategy(boolean isSecret) {
        this.isSecret = isSecret;
    }

    @Override
    public JsonObject applyDefaults(JsonObject object) {
        if (!isSecret || !object.has("stringData")) {
            return object;
        }
        // Texts are there for writing only.
        JsonObject data = object.object("data");
        JsonObject texts = object.object("stringData");
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.value(i) instanceof JsonString it ? it.text() : "";
            String coded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
            data = data.with(texts.name(i), coded);
        }
        return object.without("stringData").with("data", data);
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject data = object.object("data");
        JsonObject binary = object.object("binaryData");
        long bytes = 0;
        for (int i = 0; i < data.size(); i++) {
            checkKey(data.name(i), "data", errors);
            if (binary.has(data.name(i))) {
                errors.invalid("data[" + data.name(i) + "]", data.name(i), "duplicate of key present in binaryData");
            }
            bytes += size(data.value(i), isSecret);
        }
        for (int i = 0; i < binary.size(); i++) {
            checkKey(binary.name(i), "binaryData", errors);
            bytes += size(binary.value(i), true);
        }
        if (bytes > BYTES_MAX) {
            errors.tooLong(isSecret ? "data" : "", BYTES_MAX);
        }
        if (isSecret) {
            checkType(object, data, errors);
        }
    }

    private static long size(Json value, boolean isCoded) {
        long length = value instanceof JsonString text ? text.text().getBytes(StandardCharsets.UTF_8).length : 0;
        return isCoded ? length / 4 * 3 : length;
    }

    private static void checkKey(String key, String field, ValidationErrors errors) {
        String own = field + "[" + key + "]";
        if (key.length() > KEY_LENGTH_MAX) {
            errors.invalid(own, key, "must be no more than " + KEY_LENGTH_MAX + " characters");
        }
        if (!key.matches("[-._a-zA-Z0-9]+")) {
            errors.invalid(own, key, ValidationErrors.NOT_A_CONFIG_KEY);
        } else if (key.equals(".") || key.equals("..")) {
            errors.invalid(own, key, "must not be '" + key + "'");
        } else if (key.startsWith("..")) {
            errors.invalid(own, key, "must not start with '..'");
        }
    }

    private static void checkType(JsonObject object, JsonObject data, ValidationErrors errors) {
        String type = object.text("type");
        for (String key : NEEDED.getOrDefault(type, List.of())) {
            if (!data.has(key)) {
                errors.required("data[" + key + "]");
            }
        }
        if (type.equals("kubernetes.io/basic-auth") && !data.has("username") && !data.has("password")) {
            errors.required("data[username]");
            errors.required("data[password]");
        }
        String account = "kubernetes.io/service-account.name";
        if (type.equals("kubernetes.io/service-account-token")
                && object.text("metadata", "annotations", account).isEmpty()) {
            errors.required("metadata.annotations[" + account + "]");
        }
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        if (isSecret) {
            errors.immutable("type", object.get("type"), old.get("type"));
        }
        if (!old.isTrue("immutable")) {
            return;
        }
        if (!object.isTrue("immutable")) {
            errors.forbidden("immutable", WHEN_SET);
        }
        for (String field : isSecret ? List.of("data") : List.of("data", "binaryData")) {
            if (!Objects.equals(object.get(field), old.get(field))) {
                errors.forbidden(field, WHEN_SET);
            }
        }
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        if (!isSecret || !object.text("type").equals("kubernetes.io/tls")) {
            return;
        }
        if (!isPem(object.text("data", "tls.crt"))) {
            warnings.accept("tls: failed to find any PEM data in certificate input");
        } else if (!isPem(object.text("data", "tls.key"))) {
            warnings.accept("tls: failed to find any PEM data in key input");
        }
    }

    private static boolean isPem(String encoded) {
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8).contains("-----BEGIN ");
    }
}
