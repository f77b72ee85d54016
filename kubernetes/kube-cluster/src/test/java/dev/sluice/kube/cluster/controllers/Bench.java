package dev.sluice.kube.cluster.controllers;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import java.util.List;
import java.util.Optional;

/// A virtual cluster in which the test sets the pods' phases.
final class Bench {
    private static final long START_NANOS = 1_800_000_000L * Clock.NANOS_PER_SECOND;

    private final VirtualCluster cluster;

    Bench(long seed) {
        this.cluster = new VirtualCluster(new Seeds(seed), START_NANOS, true);
        cluster.settle();
    }

    Kube kube() {
        return cluster.kube();
    }

    VirtualCluster cluster() {
        return cluster;
    }

    JsonObject create(ResourceType type, String text) {
        JsonObject made = kube().create(type, type.namespaced() ? "default" : "", parse(text), WriteOptions.PLAIN);
        cluster.settle();
        return made;
    }

    void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * Clock.NANOS_PER_SECOND);
    }

    JsonObject get(ResourceType type, String name) {
        return kube().get(type, new ObjectKey(type.namespaced() ? "default" : "", name));
    }

    Optional<JsonObject> find(ResourceType type, String name) {
        return list(type).stream()
                .filter(object -> KubeObjects.name(object).equals(name))
                .findFirst();
    }

    List<JsonObject> list(ResourceType type) {
        return kube().list(type, type.namespaced() ? "default" : "", ListOptions.ALL)
                .items();
    }

    List<JsonObject> pods() {
        return list(KubeTypes.PODS);
    }

    /// Sets a pod's phase; `Running` also makes it ready.
    void fate(JsonObject pod, String phase) {
        String ready = phase.equals("Running") ? "True" : "False";
        JsonObject status = JsonObject.builder()
                .put("phase", phase)
                .put("conditions", JsonArray.of(parse("{'type':'Ready','status':'%s'}".formatted(ready))))
                .build();
        kube().patch(
                        KubeTypes.PODS,
                        KubeObjects.key(pod),
                        "status",
                        Patch.merge(JsonObject.of("status", status)),
                        WriteOptions.PLAIN);
        cluster.settle();
    }

    void patch(ResourceType type, String name, String text) {
        kube().patch(
                        type,
                        new ObjectKey(type.namespaced() ? "default" : "", name),
                        "",
                        Patch.merge(parse(text)),
                        WriteOptions.PLAIN);
        cluster.settle();
    }

    static JsonObject parse(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    static List<String> conditions(JsonObject object) {
        return object.array("status", "conditions").toList().stream()
                .map(condition -> condition instanceof JsonObject one
                        ? one.text("type") + "=" + one.text("status") + " " + one.text("reason")
                        : "")
                .toList();
    }

    static String job(String name, String more) {
        return ("{'metadata':{'name':'%s'},'spec':{%s'template':{'spec':{'restartPolicy':'Never',"
                        + "'containers':[{'name':'c','image':'busybox'}]}}}}")
                .formatted(name, more.isEmpty() ? "" : more + ",");
    }

    static long version(JsonObject object) {
        return Informer.versionNumber(KubeObjects.resourceVersion(object));
    }

    static Json text(String text) {
        return Json.of(text);
    }
}
