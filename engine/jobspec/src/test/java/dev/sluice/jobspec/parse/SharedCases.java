package dev.sluice.jobspec.parse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// flux-sched's test data, which are not part of the project.
public final class SharedCases {
    private SharedCases() {}

    /// Looks for `shared/data/fluxion-cases` in the folders above.
    public static Optional<Path> folder() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null) {
            Path candidate = folder.resolve("shared/data/fluxion-cases");
            if (Files.isDirectory(candidate)) {
                return Optional.of(candidate);
            }
            folder = folder.getParent();
        }
        System.out.println("shared/data/fluxion-cases is not there: flux-sched's own cases are left out");
        return Optional.empty();
    }

    public static List<Path> files(Path folder, String below) {
        try (Stream<Path> files = Files.walk(folder.resolve(below))) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
