package dev.sluice.jobspec.parse;

import dev.sluice.outside.data.OutsideData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// flux-sched's own test data, which is not part of the project.
public final class FluxSchedCases {
    public static final String SET = "fluxion-cases";

    private FluxSchedCases() {}

    public static Path folder() {
        return OutsideData.folder(SET);
    }

    /// Returns all files below a folder of the set, sorted.
    public static List<Path> files(String below) {
        try (Stream<Path> files = Files.walk(folder().resolve(below))) {
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
