package dev.sluice.kube.cluster.contract;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Records the states of all objects of a type from the beginning on.
final class Story implements AutoCloseable {
    private static final long PATIENCE_MILLIS = 75_000;

    private final String type;
    private long events;
    private final Map<String, List<String>> chapters = new TreeMap<>();
    private final InputStream body;
    private final Thread reader;

    private Story(String type, InputStream body) {
        this.type = type;
        this.body = body;
        this.reader = Thread.ofVirtual().unstarted(this::read);
    }

    static Story follow(Place place, String type) throws IOException, InterruptedException {
        String version = place.mustAsk("GET", place.list(type), "").text("metadata", "resourceVersion");
        String query = place.list(type) + (place.list(type).contains("?") ? "&" : "?") + "watch=1&resourceVersion=";
        HttpRequest request =
                HttpRequest.newBuilder(place.server().resolve(query + version)).build();
        Story story = new Story(
                type,
                place.http()
                        .send(request, HttpResponse.BodyHandlers.ofInputStream())
                        .body());
        story.reader.start();
        return story;
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                add((JsonObject) JsonText.read(line));
            }
        } catch (IOException | UncheckedIOException _) {
            // The recording is closed.
        }
    }

    private synchronized void add(JsonObject event) {
        JsonObject object = event.object("object");
        String end = event.text("type").equals("DELETED") ? "DELETED " : "";
        String shown = end + Picture.state(type, object);
        List<String> chapter = chapters.computeIfAbsent(KubeObjects.name(object), _ -> new ArrayList<>());
        if (chapter.isEmpty() || !chapter.getLast().equals(shown)) {
            chapter.add(shown);
        }
        events++;
        notifyAll();
    }

    /// Waits for a state of the object that contains the word, and returns its states so far.
    synchronized String until(String name, String word) throws InterruptedException {
        while (true) {
            List<String> chapter = chapters.getOrDefault(name, List.of());
            if (!chapter.isEmpty() && chapter.getLast().contains(word)) {
                return name + ":\n    " + String.join("\n    ", chapter);
            }
            long before = events;
            wait(PATIENCE_MILLIS);
            if (events == before) {
                throw new IllegalStateException("waited in vain for (" + word + ") of " + name + " after " + chapter);
            }
        }
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
