package dev.sluice.kube.cluster.contract;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Plays a scenario, including the phases of pods, and records the pictures that it asks for.
///
/// | step | effect |
/// |---|---|
/// | `create TYPE JSON`, `patch TYPE NAME JSON`, `delete TYPE NAME POLICY` | sends a request |
/// | `own TYPE NAME OWNER` | adds an owner reference |
/// | `relabel TYPE SELECTOR LABELS` | changes the labels of a selected object |
/// | `pods N`, `count TYPE N` | waits for this number of objects |
/// | `run IMAGE N` | sets pods to Running until there are N of that image and no others |
/// | `await TYPE NAME PATH VALUE`, `gone TYPE NAME`, `released` | waits for an object |
/// | `vanish` | waits for the namespace's end |
/// | `event REASON N` | waits until the event's count is N |
/// | `fate PHASE [N]` | sets the phase of all unfinished pods, or of the n-th |
/// | `show TYPE` | records a picture |
/// | `beat NODE`, `silence NODE` | starts or stops a node's heartbeats |
/// | `follow TYPE`, `story TYPE NAME WORD` | starts recording; records an object's states up to one with the word |
/// The letters NS stand for the namespace.
final class Player implements AutoCloseable {
    private final Place place;
    private final Heartbeats heartbeats;
    private final List<String> pictures = new ArrayList<>();
    private final Map<String, Story> stories = new HashMap<>();

    Player(Place place, Heartbeats heartbeats) {
        this.place = place;
        this.heartbeats = heartbeats;
    }

    List<String> pictures() {
        return pictures;
    }

    @Override
    public void close() throws IOException {
        for (Story story : stories.values()) {
            story.close();
        }
    }

    void play(String step) throws IOException, InterruptedException {
        String[] words = step.split(" ", 4);
        switch (words[0]) {
            case "create" -> place.mustAsk("POST", place.path(words[1]), step.split(" ", 3)[2]);
            case "patch" -> place.mustAsk("PATCH", place.path(words[1]) + "/" + words[2], words[3]);
            case "delete" ->
                place.mustAsk(
                        "DELETE",
                        place.path(words[1]) + "/" + words[2],
                        JsonObject.of("propagationPolicy", Json.of(words[3])).toString());
            case "relabel" -> relabel(words[1], words[2], words[3]);
            case "event" -> awaitEvent(words[1], Integer.parseInt(words[2]));
            case "beat" -> heartbeats.begin(words[1]);
            case "silence" -> heartbeats.end(words[1]);
            case "follow" -> stories.put(words[1], Story.follow(place, words[1]));
            case "story" -> pictures.add(story(words[1], words[2], words[3]));
            case "own" -> own(words[1], words[2], words[3]);
            case "pods" -> awaitCount("pods", Integer.parseInt(words[1]));
            case "count" -> awaitCount(words[1], Integer.parseInt(words[2]));
            case "run" -> run(words[1], Integer.parseInt(words[2]));
            case "await" -> await(words[1], words[2], words[3]);
            case "gone" ->
                place.await(
                        place.list(words[1]),
                        step,
                        list -> items(list).stream()
                                .noneMatch(object -> KubeObjects.name(object).equals(words[2])));
            case "released" ->
                place.await(
                        place.path("pods"),
                        step,
                        list -> items(list).stream()
                                .allMatch(pod ->
                                        pod.array("metadata", "finalizers").isEmpty()));
            case "vanish" -> vanish();
            case "fate" -> fate(words[1], words.length > 2 ? Integer.parseInt(words[2]) : -1);
            case "show" ->
                pictures.add(
                        Picture.of(words[1], items(place.mustAsk("GET", place.list(words[1]), "")), place.namespace()));
            default -> throw new IllegalArgumentException("no such step: " + step);
        }
    }

    private String story(String type, String name, String word) throws InterruptedException {
        String text = Objects.requireNonNull(stories.get(type)).until(name, word);
        return text.replace(place.namespace(), "NS");
    }

    private static List<JsonObject> items(JsonObject list) {
        List<JsonObject> items = new ArrayList<>();
        for (Json item : list.array("items")) {
            if (item instanceof JsonObject object) {
                items.add(object);
            }
        }
        return items;
    }

    private void run(String image, int count) throws IOException, InterruptedException {
        place.await(place.path("pods"), count + " of image " + image, list -> {
            List<JsonObject> pods = items(list);
            long running = pods.stream()
                    .filter(pod -> pod.text("status", "phase").equals("Running"))
                    .filter(pod -> pod.array("spec", "containers")
                            .object(0)
                            .text("image")
                            .equals(image))
                    .count();
            if (running == count && pods.size() == count) {
                return true;
            }
            try {
                fate("Running", -1);
                return false;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void awaitCount(String type, int count) throws IOException, InterruptedException {
        place.await(place.list(type), count + " " + type, list -> items(list).size() == count);
    }

    private void awaitEvent(String reason, int count) throws IOException, InterruptedException {
        place.await(
                place.list("events"),
                count + " times " + reason,
                list -> items(list).stream()
                        .anyMatch(event -> event.text("reason").equals(reason) && event.number(0, "count") >= count));
    }

    private void await(String type, String name, String wish) throws IOException, InterruptedException {
        String[] path = wish.substring(0, wish.indexOf(' ')).split("\\.", -1);
        String value = wish.substring(wish.indexOf(' ') + 1);
        place.await(
                place.list(type),
                type + " " + name + " " + wish,
                list -> items(list).stream()
                        .anyMatch(object -> KubeObjects.name(object).equals(name)
                                && text(object, path).equals(value)));
    }

    /// Returns zero or the empty text for a missing value.
    private static String text(Json value, String[] path) {
        Json at = value;
        for (String name : path) {
            at = switch (at) {
                case JsonObject object when object.has(name) -> Objects.requireNonNull(object.get(name));
                case JsonArray array when Integer.parseInt(name) < array.size() -> array.get(Integer.parseInt(name));
                default -> Json.of("0");
            };
        }
        return at.toString().replace("\"", "");
    }

    private void own(String type, String name, String owner) throws IOException, InterruptedException {
        JsonObject there = place.mustAsk("GET", place.path(type) + "/" + owner, "");
        String patch =
                "{\"metadata\":{\"ownerReferences\":[{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"name\":\"%s\",\"uid\":\"%s\"}]}}"
                        .formatted(there.text("apiVersion"), there.text("kind"), owner, KubeObjects.uid(there));
        place.mustAsk("PATCH", place.path(type) + "/" + name, patch);
    }

    private void relabel(String type, String selector, String labels) throws IOException, InterruptedException {
        String query = place.path(type) + "?labelSelector=" + selector.replace("=", "%3D");
        JsonObject which = items(place.mustAsk("GET", query, "")).getFirst();
        String patch = "{\"metadata\":{\"labels\":" + labels + "}}";
        place.mustAsk("PATCH", place.path(type) + "/" + KubeObjects.name(which), patch);
    }

    private void fate(String phase, int which) throws IOException, InterruptedException {
        List<JsonObject> pods = new ArrayList<>(items(place.mustAsk("GET", place.path("pods"), "")));
        pods.removeIf(pod -> pod.text("status", "phase").equals("Succeeded")
                || pod.text("status", "phase").equals("Failed")
                || pod.text("status", "phase").equals(phase)
                || KubeObjects.isTerminating(pod));
        pods.sort(Comparator.comparing(KubeObjects::name));
        for (int i = 0; i < pods.size(); i++) {
            if (which < 0 || which == i) {
                place.ask(
                        "PATCH",
                        place.path("pods") + "/" + KubeObjects.name(pods.get(i)) + "/status",
                        JsonObject.of("status", status(phase)).toString());
            }
        }
    }

    private static JsonObject status(String fate) {
        boolean isDoomed = fate.equals("Doomed");
        JsonObject ready = JsonObject.builder()
                .put("type", isDoomed ? "Doomed" : "Ready")
                .put("status", isDoomed || fate.equals("Running") ? "True" : "False")
                .put("lastTransitionTime", "2026-01-01T00:00:00Z")
                .build();
        return JsonObject.builder()
                .put("phase", isDoomed ? "Failed" : fate)
                .put("conditions", JsonArray.of(ready))
                .build();
    }

    private void vanish() throws IOException, InterruptedException {
        place.mustAsk("DELETE", "/api/v1/namespaces/" + place.namespace(), "{}");
        place.await(
                "/api/v1/namespaces?fieldSelector=metadata.name%3D" + place.namespace(),
                "the end of the namespace",
                list -> items(list).isEmpty());
    }
}
