package dev.sluice.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Published schedules, which lie beside the project and are not part of it.
public final class SharedSchedules {
    private SharedSchedules() {}

    /// Those of one trace; none if they are not there.
    public static List<Path> of(String trace) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolve("shared/data/backfill-reference");
            if (Files.isDirectory(candidate)) {
                return files(candidate, trace);
            }
        }
        System.out.println("shared/data/backfill-reference is not there: its schedules are left out");
        return List.of();
    }

    private static List<Path> files(Path folder, String trace) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith(trace))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
