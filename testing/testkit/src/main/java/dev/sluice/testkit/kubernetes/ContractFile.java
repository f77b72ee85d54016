package dev.sluice.testkit.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Reads files of cases: `== name` begins a case, each further line is a step, `#` begins a comment.
public final class ContractFile {
    private ContractFile() {}

    /// One case of a file.
    public record Case(String name, List<String> lines) {}

    /// Reads a file of the folder `contract` of the test resources.
    public static List<Case> read(String file) {
        List<Case> cases = new ArrayList<>();
        for (String line : text(file).lines().toList()) {
            if (line.startsWith("== ")) {
                cases.add(new Case(line.substring(3), new ArrayList<>()));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                cases.getLast().lines().add(line);
            }
        }
        return cases;
    }

    private static String text(String file) {
        try (InputStream stream = Objects.requireNonNull(
                ContractFile.class.getResourceAsStream("/contract/" + file), () -> "contract/" + file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
