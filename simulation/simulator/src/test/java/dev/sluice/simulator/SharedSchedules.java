package dev.sluice.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Published schedules and real traces, which lie beside the project and are not part of it.
public final class SharedSchedules {
    private SharedSchedules() {}

    /// The published schedules of one trace; none if they are not there.
    public static List<Path> of(String trace) {
        return in("backfill-reference", trace);
    }

    /// The real traces whose names start so; none if they are not there.
    public static List<Path> traces(String name) {
        return in("traces", name);
    }

    private static List<Path> in(String data, String start) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolve("shared/data").resolve(data);
            if (Files.isDirectory(candidate)) {
                return files(candidate, start);
            }
        }
        System.out.println("shared/data/" + data + " is not there: " + start + " is left out");
        return List.of();
    }

    private static List<Path> files(Path folder, String start) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(start))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
