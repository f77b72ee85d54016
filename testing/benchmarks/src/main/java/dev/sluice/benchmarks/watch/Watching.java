package dev.sluice.benchmarks.watch;

import dev.sluice.benchmarks.apiserver.Usage;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A `sluice watch` in a process of its own, and what it has said.
final class Watching implements AutoCloseable {
    private final Process process;
    private final List<Double> lagMillis = new ArrayList<>();
    private @Nullable JsonObject last;
    private String lastAudit = "";
    private int audits;
    private long drifts;
    private double residentMib;

    private Watching(Process process) {
        this.process = process;
    }

    static Watching start(String launcher, Path kubeconfig) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.split(" ", -1)));
        command.addAll(List.of(
                "watch",
                "--kubeconfig=" + kubeconfig,
                "--output=json",
                "--every=1s",
                "--audit-every=10s",
                "--rows=racks"));
        Watching watching = new Watching(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        Thread.ofPlatform().daemon().name("reader").start(watching::read);
        return watching;
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                take((JsonObject) JsonText.read(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void take(JsonObject now) {
        long samples = now.object("lag").number(0, "samples");
        long before = last == null ? 0 : last.object("lag").number(0, "samples");
        if (samples != before) {
            lagMillis.add(Double.parseDouble(String.valueOf(now.object("lag").get("lastMillis"))));
        }
        JsonObject audit = now.object("audit");
        if (!audit.text("time").equals(lastAudit)) {
            lastAudit = audit.text("time");
            audits++;
            drifts += audit.number(0, "driftCount");
            for (var drift : audit.array("drifts").toList()) {
                System.out.println("drift " + drift);
            }
        }
        residentMib = Math.max(residentMib, now.object("process").number(0, "residentBytes") / (double) (1 << 20));
        last = now;
        notifyAll();
    }

    /// Waits until it says something.
    synchronized JsonObject await(Predicate<JsonObject> said, long seconds, String what) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (last == null || !said.test(last)) {
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new IllegalStateException("sluice watch does not see that " + what + "; last: " + last);
            }
            try {
                wait(100);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }
        return last;
    }

    /// Waits for an audit that begins later than now: the one after the next, which may have begun before.
    JsonObject awaitAudit(long seconds) {
        int wanted = audits() + 2;
        return await(_ -> audits >= wanted, seconds, "an audit has ended");
    }

    synchronized int audits() {
        return audits;
    }

    synchronized long drifts() {
        return drifts;
    }

    synchronized double residentMib() {
        return residentMib;
    }

    double cpuSeconds() {
        return Usage.cpuSeconds(List.of(process.pid()));
    }

    /// Returns what one of so many samples is at most; 0 without samples.
    synchronized double lagMillis(double share) {
        List<Double> sorted = new ArrayList<>(lagMillis);
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get((int) Math.min(sorted.size() - 1, sorted.size() * share));
    }

    synchronized int lagSamples() {
        return lagMillis.size();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
