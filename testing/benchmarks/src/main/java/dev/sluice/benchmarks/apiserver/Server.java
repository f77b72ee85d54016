package dev.sluice.benchmarks.apiserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A server in processes of its own.
///
/// @param serving the processes that serve; there may be others, which only watch over these
/// @param startMillis from the start of the first of them until `/readyz` answered
record Server(Process process, List<Long> serving, Kubeconfig kubeconfig, long startMillis) implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;
    private static final long PAUSE_MILLIS = 5;

    /// `sluice up` without nodes and controllers.
    ///
    /// @param launcher the command that is `sluice`
    static Server embedded(String launcher, Path folder) throws IOException, InterruptedException {
        Path kubeconfig = folder.resolve("kubeconfig");
        Files.deleteIfExists(kubeconfig);
        List<String> command = new ArrayList<>(List.of(launcher.split(" ", -1)));
        command.addAll(List.of("up", "--nodes=0", "--controllers=none", "--kubeconfig=" + kubeconfig));
        Instant begin = Instant.now();
        Process process = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("embedded.log").toFile())
                .redirectError(folder.resolve("embedded.err").toFile())
                .start();
        while (!Files.exists(kubeconfig) || !Files.readString(kubeconfig).contains("current-context")) {
            if (!process.isAlive() || begin.plusSeconds(PATIENCE_SECONDS).isBefore(Instant.now())) {
                throw new IllegalStateException("sluice up does not come up; see " + folder.resolve("embedded.err"));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        Kubeconfig access = Kubeconfig.read(kubeconfig);
        awaitReady(access);
        return new Server(process, List.of(process.pid()), access, millisSince(begin));
    }

    /// etcd without fsync, and kube-apiserver.
    static Server real(Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "tools/kubernetes/up",
                        "--attached",
                        "--without=scheduler,controller-manager,kwok",
                        "--dir=" + folder.resolve("real-" + System.nanoTime()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        if (line == null || !line.startsWith("ready ")) {
            throw new IllegalStateException("the real control plane did not start: " + line);
        }
        Kubeconfig access = Kubeconfig.read(Path.of(line.substring("ready ".length(), line.lastIndexOf(' '))));
        awaitReady(access);
        Instant ready = Instant.now();
        List<ProcessHandle> serving = process.descendants()
                .filter(each -> each.info()
                        .command()
                        .filter(name -> name.endsWith("/etcd") || name.endsWith("/kube-apiserver"))
                        .isPresent())
                .toList();
        Instant begin = serving.stream()
                .map(each -> each.info().startInstant().orElse(ready))
                .min(Instant::compareTo)
                .orElseThrow(() -> new IllegalStateException("no etcd and kube-apiserver among the processes"));
        List<Long> ids = serving.stream().map(ProcessHandle::pid).toList();
        return new Server(process, ids, access, Duration.between(begin, ready).toMillis());
    }

    private static long millisSince(Instant begin) {
        return Duration.between(begin, Instant.now()).toMillis();
    }

    private static void awaitReady(Kubeconfig access) throws InterruptedException {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(access.tls()).build()) {
            HttpRequest request =
                    HttpRequest.newBuilder(access.server().resolve("/readyz")).build();
            for (long i = 0; i < PATIENCE_SECONDS * 1000 / PAUSE_MILLIS; i++) {
                if (isOk(client, request)) {
                    return;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        throw new IllegalStateException(access.server() + " is not ready after " + PATIENCE_SECONDS + " s");
    }

    private static boolean isOk(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            // The real one ends with its input and tidies up; sluice up, when told.
            if (serving.contains(process.pid())) {
                process.destroy();
            }
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
