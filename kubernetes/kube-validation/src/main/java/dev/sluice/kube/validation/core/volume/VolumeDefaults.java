package dev.sluice.kube.validation.core.volume;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.Defaults;
import dev.sluice.kube.validation.field.ImagePullPolicy;
import java.util.List;

/// Sets the defaults of a pod's volumes.
public final class VolumeDefaults {
    private static final long FILE_MODE = 0644;
    private static final long TOKEN_SECONDS = 3_600;

    private VolumeDefaults() {}

    public static JsonObject of(JsonObject given) {
        JsonObject volume = given.size() <= 1 ? given.with("emptyDir", JsonObject.EMPTY) : given;
        for (String source : List.of("secret", "configMap", "projected", "downwardAPI")) {
            volume = Defaults.inside(volume, source, it -> Defaults.number(it, "defaultMode", FILE_MODE));
        }
        volume = Defaults.inside(volume, "projected", it -> Defaults.each(it, "sources", VolumeDefaults::projection));
        volume = Defaults.inside(volume, "downwardAPI", VolumeDefaults::downward);
        volume = Defaults.inside(volume, "hostPath", it -> it.has("type") ? it : it.with("type", Json.of("")));
        volume = Defaults.inside(volume, "iscsi", it -> Defaults.text(it, "iscsiInterface", "default"));
        volume = Defaults.inside(volume, "rbd", VolumeDefaults::rados);
        volume = Defaults.inside(
                volume,
                "image",
                it -> Defaults.text(it, "pullPolicy", ImagePullPolicy.defaultOf(it.text("reference"))));
        return Defaults.inside(volume, "ephemeral", VolumeDefaults::ephemeral);
    }

    private static JsonObject projection(JsonObject source) {
        JsonObject filled = Defaults.inside(
                source, "serviceAccountToken", it -> Defaults.number(it, "expirationSeconds", TOKEN_SECONDS));
        return Defaults.inside(filled, "downwardAPI", VolumeDefaults::downward);
    }

    private static JsonObject downward(JsonObject source) {
        return Defaults.each(
                source,
                "items",
                item -> Defaults.inside(item, "fieldRef", it -> Defaults.text(it, "apiVersion", "v1")));
    }

    private static JsonObject rados(JsonObject source) {
        JsonObject filled = Defaults.text(source, "pool", "rbd");
        filled = Defaults.text(filled, "user", "admin");
        return Defaults.text(filled, "keyring", "/etc/ceph/keyring");
    }

    private static JsonObject ephemeral(JsonObject source) {
        return Defaults.inside(
                source,
                "volumeClaimTemplate",
                template -> Defaults.inside(template, "spec", it -> Defaults.text(it, "volumeMode", "Filesystem")));
    }
}
