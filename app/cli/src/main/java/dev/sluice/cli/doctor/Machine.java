package dev.sluice.cli.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// The machine under examination: its environment and programs.
///
/// @param home the checkout that this Sluice was started from
record Machine(Map<String, String> environment, Path home) {

    /// The slowest legitimate answer is a first `mvn --version` on a cold disk; after this the program hangs.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final System.Logger LOGGER = System.getLogger(Machine.class.getName());

    Machine {
        environment = Map.copyOf(environment);
    }

    /// A program's output, both streams together, and its exit code.
    record Answer(int exitCode, String text) {
        String firstLine() {
            return text.lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("")
                    .strip();
        }
    }

    /// Finds a program in PATH.
    Optional<Path> find(String program) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path candidate = Path.of(folder, program);
            if (!folder.isEmpty() && Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /// Runs a program to its end. Empty if it cannot be started or does not end.
    Optional<Answer> run(List<String> command) {
        LOGGER.log(System.Logger.Level.DEBUG, "running {0}", command);
        try {
            Path output = Files.createTempFile("sluice-doctor", ".out");
            try {
                return run(command, output);
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "cannot run " + command, e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// Through a file: a program that hangs would also block the reader of a pipe.
    private Optional<Answer> run(List<String> command, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            LOGGER.log(System.Logger.Level.DEBUG, "no answer from {0} within {1}", command, PATIENCE);
            return Optional.empty();
        }
        return Optional.of(new Answer(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8)));
    }
}
