package dev.sluice.traces.batsim;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/// The traces beside a workload file. A trace lists a file per rank; each line of such a file is an action: the
/// rank, its name and its arguments.
///
/// Of an MPI program's actions only computation counts, since the duration of a message depends on other
/// traffic. In a usage trace each core in use has the operations of its line, so the duration is that of one
/// core.
public final class ReplayFiles implements Replays {
    /// Ranks of the largest programs there are.
    private static final int RANKS_MAX = 1_000_000;

    private final Path folder;

    /// @param folder the folder to which paths in the workload are relative
    public ReplayFiles(Path folder) {
        this.folder = folder;
    }

    @Override
    public OptionalDouble flops(Work work) {
        return switch (work) {
            case Work.Smpi replay -> OptionalDouble.of(busiest(folder.resolve(replay.trace()), "compute", 2));
            case Work.UsageTrace replay -> OptionalDouble.of(busiest(folder.resolve(replay.trace()), "", 3));
            default -> OptionalDouble.empty();
        };
    }

    /// @param action the name of the actions that count; all if empty
    /// @param place the position of the operations in a line
    private static double busiest(Path trace, String action, int place) {
        double most = 0;
        int ranks = 0;
        try (BufferedReader lines = open(trace)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    if (++ranks > RANKS_MAX) {
                        throw new IllegalArgumentException(trace + ": more ranks than (" + RANKS_MAX + ")");
                    }
                    most = Math.max(most, total(trace.resolveSibling(line.strip()), action, place));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return most;
    }

    private static double total(Path rank, String action, int place) throws IOException {
        double sum = 0;
        int number = 0;
        try (BufferedReader lines = open(rank)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                String[] words = line.strip().split("\\s+", -1);
                boolean counts = words.length > 1 && (action.isEmpty() || words[1].equals(action));
                sum += counts ? flops(words, place, rank + ":" + number) : 0;
            }
        }
        return sum;
    }

    private static double flops(String[] words, int place, String where) {
        double value = words.length > place ? number(words[place]) : Double.NaN;
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(where + ": word " + (place + 1) + " must be a number of operations");
        }
        return value;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    private static BufferedReader open(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no trace (" + file + ")");
        }
        // A single-byte encoding: binary files cause no decoding errors.
        return Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
    }
}
