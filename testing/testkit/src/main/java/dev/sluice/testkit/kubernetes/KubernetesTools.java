package dev.sluice.testkit.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The project's `tools/kubernetes` and the binaries that it has built.
///
/// @param built whether the binaries are there
record KubernetesTools(Path folder, Path binaries, boolean built) {

    static KubernetesTools find() {
        Path folder = locate();
        try {
            Process where = new ProcessBuilder(folder.resolve("build").toString(), "--where")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String answer = new String(where.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new KubernetesTools(folder, Path.of(answer.strip()), where.waitFor() == 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// Tests run in their module's folder, somewhere below the root.
    private static Path locate() {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            Path tools = folder.resolve("tools/kubernetes");
            if (Files.isExecutable(tools.resolve("build"))) {
                return tools;
            }
        }
        throw new IllegalStateException("no tools/kubernetes at or above (" + start + ")");
    }
}
