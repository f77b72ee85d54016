package dev.sluice.testkit.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The real kubectl, working in one namespace of one cluster. A command that fails throws what kubectl said.
public record Kubectl(Path program, Path kubeconfig, String namespace) {
    /// Longer than any test waits; a kubectl that runs longer hangs.
    private static final long LIMIT_SECONDS = 180;

    private static final JsonMapper JSON = new JsonMapper();

    public Kubectl inNamespace(String name) {
        return new Kubectl(program, kubeconfig, name);
    }

    /// Such as `run("wait", "--for=condition=complete", "job/pi")`.
    public String run(String... arguments) {
        return execute("", arguments);
    }

    public void apply(String manifest) {
        execute(manifest, "apply", "--filename", "-");
    }

    /// The object, or the list of objects, as the API server shows it.
    public JsonNode get(String... what) {
        List<String> arguments = new ArrayList<>(List.of("get", "--output", "json"));
        arguments.addAll(List.of(what));
        try {
            return JSON.readTree(run(arguments.toArray(String[]::new)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("kubectl did not print JSON", e);
        }
    }

    private String execute(String input, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(program.toString(), "--kubeconfig", kubeconfig.toString(), "--namespace", namespace));
        command.addAll(List.of(arguments));
        try {
            // Files instead of pipes: kubectl could block on one pipe while this process reads the other.
            Path output = Files.createTempFile("kubectl", ".out");
            Path errors = Files.createTempFile("kubectl", ".err");
            try {
                Process process = new ProcessBuilder(command)
                        .redirectOutput(output.toFile())
                        .redirectError(errors.toFile())
                        .start();
                try (OutputStream toKubectl = process.getOutputStream()) {
                    toKubectl.write(input.getBytes(StandardCharsets.UTF_8));
                }
                if (!hasEnded(process)) {
                    throw new KubectlFailed("still running after " + LIMIT_SECONDS + " s: " + said(arguments, errors));
                }
                if (process.exitValue() != 0) {
                    throw new KubectlFailed(said(arguments, errors));
                }
                return Files.readString(output);
            } finally {
                Files.delete(output);
                Files.delete(errors);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KubectlFailed("interrupted: " + String.join(" ", arguments));
        }
    }

    private static boolean hasEnded(Process process) throws InterruptedException {
        try {
            return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String said(String[] arguments, Path errors) throws IOException {
        return String.join(" ", arguments) + ": " + Files.readString(errors).strip();
    }

    /// kubectl ended with an error.
    public static final class KubectlFailed extends RuntimeException {
        KubectlFailed(String message) {
            super(message);
        }
    }
}
