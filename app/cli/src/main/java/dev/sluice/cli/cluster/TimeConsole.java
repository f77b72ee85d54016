package dev.sluice.cli.cluster;

import dev.sluice.kube.Durations;
import dev.sluice.kube.cluster.SteppedCluster;
import dev.sluice.kube.cluster.SteppedCluster.Standing;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;

/// Advances virtual time by commands on standard input, one per line.
///
/// | line | effect |
/// |---|---|
/// | `advance 90s` | advances by this much |
/// | `to 2030-01-01T00:00:00Z` | advances to this time |
/// | `status` | prints the current time and what is pending |
record TimeConsole(SteppedCluster cluster, InputStream in, PrintWriter out) implements Runnable {

    /// Reads lines until the input ends.
    @Override
    public void run() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    execute(line.strip());
                    out.flush();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            out.println("No more lines can be read: " + e.getMessage());
            out.flush();
        }
    }

    private void execute(String line) throws InterruptedException {
        String[] words = line.split("\\s+", 2);
        String argument = words.length > 1 ? words[1] : "";
        switch (words[0]) {
            case "advance" -> {
                OptionalLong nanos = Durations.parse(argument);
                if (nanos.isEmpty()) {
                    out.println("(" + argument + ") is not a duration such as 90s or 1h30m.");
                    return;
                }
                cluster.advanceTo(cluster.standing().nowNanos() + nanos.getAsLong());
                tell();
            }
            case "to" -> {
                try {
                    Instant moment = Instant.parse(argument);
                    cluster.advanceTo(moment.getEpochSecond() * Clock.NANOS_PER_SECOND + moment.getNano());
                    tell();
                } catch (DateTimeParseException e) {
                    out.println("(" + argument + ") is not a time such as 2030-01-01T00:00:00Z.");
                }
            }
            case "status" -> tell();
            default -> out.println("(" + words[0] + ") is not a command: advance 90s, to TIME or status.");
        }
    }

    private void tell() {
        Standing standing = cluster.standing();
        String next =
                standing.nextDeadlineNanos() == TimerQueue.NEVER_NANOS ? "never" : moment(standing.nextDeadlineNanos());
        out.println("now %s, next %s, requests in flight %d, events in flight %d"
                .formatted(moment(standing.nowNanos()), next, standing.requests(), standing.events()));
    }

    private static String moment(long nanos) {
        return Instant.ofEpochSecond(0, nanos).toString();
    }
}
