package dev.sluice.cli.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads files that the user names.
public final class InputFiles {

    /// Larger than the JGF of any known machine; more is probably a mistake.
    private static final long SIZE_MAX = 1L << 30;

    private InputFiles() {}

    public static String read(String file) {
        Path path = Path.of(file);
        try {
            if (Files.isDirectory(path)) {
                throw new BadInput(file + " is a directory, not a file");
            }
            if (Files.size(path) > SIZE_MAX) {
                throw new BadInput("%s is larger than %d bytes".formatted(file, SIZE_MAX));
            }
            return Files.readString(path, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new BadInput(file + ": there is no such file");
        } catch (MalformedInputException e) {
            throw new BadInput(file + " is not text in UTF-8");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
