package dev.sluice.testkit.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A page in a headless Chromium that a test can use as a reader does: scripts run in it, and files that it saves are
/// read back. Speaks the Chrome DevTools protocol. The browser ends with the tab.
public final class BrowserTab implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// A page of a few megabytes takes some seconds on a busy machine; an answer that takes this long does not come.
    private static final int ANSWERS_WITHIN_SECONDS = 120;

    private static final int ENDS_WITHIN_SECONDS = 10;

    private static final String LISTENING = "DevTools listening on ";

    /// The page's own sign that it is complete.
    private static final String READY = """
            new Promise(ready => {
              const page = document.documentElement;
              const look = () => { if (page.dataset.ready) requestAnimationFrame(() => requestAnimationFrame(ready)); };
              new MutationObserver(look).observe(page, { attributes: true });
              look();
            })""";

    /// What the page is shown on.
    public record Screen(int width, int height, boolean isDark) {
        public static final Screen DESKTOP = new Screen(1400, 900, false);
        public static final Screen PHONE = new Screen(390, 844, false);
    }

    private final Process browser;
    private final Path downloads;
    private final WebSocket socket;
    private final AtomicInteger lastId = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<JsonNode>> events = new ConcurrentHashMap<>();
    private final List<String> console = Collections.synchronizedList(new ArrayList<>());
    private @Nullable String session;

    private BrowserTab(Process browser, URI address, Path downloads) throws IOException, InterruptedException {
        this.browser = browser;
        this.downloads = downloads;
        socket = within(HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Messages()));
    }

    /// Opens a file and waits until the page says that it is ready; the profile and downloads stay in the given folder.
    public static BrowserTab open(Chromium chromium, Path page, Path folder, Screen screen)
            throws IOException, InterruptedException {
        Process browser = new ProcessBuilder(chromium.command(
                        folder.resolve("tab"),
                        // As on phones, no scroll bar takes a part of the page's width.
                        List.of("--hide-scrollbars", "--remote-debugging-port=0", "about:blank")))
                .redirectErrorStream(true)
                .start();
        try {
            Path downloads = Files.createDirectories(folder.resolve("downloads"));
            BrowserTab tab = new BrowserTab(browser, address(browser.inputReader()), downloads);
            tab.show(page, screen);
            return tab;
        } catch (IOException | InterruptedException | RuntimeException e) {
            end(browser);
            throw e;
        }
    }

    private static URI address(BufferedReader output) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(LISTENING)) {
                return URI.create(line.substring(LISTENING.length()).strip());
            }
        }
        throw new IOException("Chromium ended before it listened");
    }

    private void show(Path page, Screen screen) throws IOException, InterruptedException {
        String target = send("Target.createTarget", JSON.createObjectNode().put("url", "about:blank"))
                .get("targetId")
                .asText();
        session = send(
                        "Target.attachToTarget",
                        JSON.createObjectNode().put("targetId", target).put("flatten", true))
                .get("sessionId")
                .asText();
        for (String domain : List.of("Runtime", "Log", "Page")) {
            send(domain + ".enable", JSON.createObjectNode());
        }
        send(
                "Emulation.setDeviceMetricsOverride",
                JSON.createObjectNode()
                        .put("width", screen.width())
                        .put("height", screen.height())
                        .put("deviceScaleFactor", 1)
                        .put("mobile", false));
        ObjectNode media = JSON.createObjectNode();
        media.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", screen.isDark() ? "dark" : "light");
        send("Emulation.setEmulatedMedia", media);
        CompletableFuture<JsonNode> loaded = event("Page.loadEventFired");
        send("Page.navigate", JSON.createObjectNode().put("url", page.toUri().toString()));
        within(loaded);
        evaluate(READY);
    }

    /// The value of an expression in the page; of what it promises, if it is a promise.
    public JsonNode evaluate(String expression) throws IOException, InterruptedException {
        JsonNode answer = send(
                "Runtime.evaluate",
                JSON.createObjectNode()
                        .put("expression", expression)
                        .put("awaitPromise", true)
                        .put("returnByValue", true)
                        .put("userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException("(" + expression + ") failed: " + answer.get("exceptionDetails"));
        }
        return answer.get("result").path("value");
    }

    /// The text of the file that the page saves when the expression is evaluated.
    public String download(String expression) throws IOException, InterruptedException {
        send(
                "Browser.setDownloadBehavior",
                JSON.createObjectNode()
                        .put("behavior", "allowAndName")
                        .put("downloadPath", downloads.toString())
                        .put("eventsEnabled", true));
        CompletableFuture<JsonNode> saved = event("Browser.downloadProgress");
        evaluate(expression);
        return Files.readString(downloads.resolve(within(saved).get("guid").asText()));
    }

    /// What the browser and the page's scripts complained of.
    public List<String> console() {
        return List.copyOf(console);
    }

    @Override
    public void close() {
        // Asked to, the browser removes its lock files; should it not answer, it is ended.
        socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true)
                .thenCompose(_ -> browser.onExit())
                .orTimeout(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)
                .exceptionally(_ -> browser)
                .join();
        socket.abort();
        end(browser);
    }

    private static void end(Process browser) {
        browser.descendants().forEach(ProcessHandle::destroyForcibly);
        browser.destroyForcibly();
        browser.onExit().join();
    }

    private CompletableFuture<JsonNode> event(String method) {
        CompletableFuture<JsonNode> event = new CompletableFuture<>();
        events.put(method, event);
        return event;
    }

    private JsonNode send(String method, ObjectNode parameters) throws IOException, InterruptedException {
        int id = lastId.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", parameters);
        if (session != null && !method.startsWith("Browser.")) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        within(socket.sendText(message.toString(), true));
        JsonNode received = within(answer);
        if (received.has("error")) {
            throw new IOException("(" + method + ") failed: " + received.get("error"));
        }
        return received.get("result");
    }

    private static <T> T within(CompletableFuture<T> future) throws IOException, InterruptedException {
        try {
            return future.get(ANSWERS_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("Chromium does not answer", e);
        }
    }

    private void received(JsonNode message) {
        CompletableFuture<JsonNode> answer = answers.remove(message.path("id").asInt());
        if (answer != null) {
            answer.complete(message);
            return;
        }
        String method = message.path("method").asText();
        JsonNode parameters = message.path("params");
        boolean isUnderWay = parameters.path("state").asText().equals("inProgress");
        CompletableFuture<JsonNode> event = isUnderWay ? null : events.remove(method);
        if (event != null) {
            event.complete(parameters);
        }
        switch (method) {
            case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled" ->
                console.add(parameters.toString());
            default -> {}
        }
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                try {
                    received(JSON.readTree(text.toString()));
                } catch (IOException e) {
                    console.add(e.toString());
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
