package dev.sluice.traces;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Real traces and reference schedules, which lie beside the project and are not part of it.
public final class SharedTraces {
    private SharedTraces() {}

    /// The SWF files in a folder of `shared/data`, which is looked for in the folders above; none if it is not there.
    public static List<Path> in(String name) {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null) {
            Path candidate = folder.resolve("shared/data").resolve(name);
            if (Files.isDirectory(candidate)) {
                return files(candidate);
            }
            folder = folder.getParent();
        }
        System.out.println("shared/data/" + name + " is not there: its traces are left out");
        return List.of();
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> TraceFile.plainName(file).endsWith(".swf"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
