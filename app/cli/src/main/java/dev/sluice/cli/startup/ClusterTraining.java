package dev.sluice.cli.startup;

import dev.sluice.cli.Main;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Runs a cluster and lets another process send it typical requests. Later clusters then answer their first
/// requests without waiting for class loading and the JIT compiler.
///
/// The client has its own process, since every server would otherwise load its library classes.
public final class ClusterTraining {
    private static final long PATIENCE_NANOS = 60 * Clock.NANOS_PER_SECOND;
    private static final long PAUSE_MILLIS = 20;

    private ClusterTraining() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sluice-training");
        Path kubeconfig = folder.resolve("kubeconfig");
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Thread.ofPlatform().daemon().start(() -> Main.run(nowhere, nowhere, "up", "--kubeconfig=" + kubeconfig));
        try {
            awaitCluster(kubeconfig);
            runClient(kubeconfig);
        } finally {
            Files.deleteIfExists(kubeconfig);
            Files.delete(folder);
        }
        // The cluster would run on.
        System.exit(0);
    }

    private static void awaitCluster(Path kubeconfig) throws IOException, InterruptedException {
        Clock clock = new SystemClock();
        long end = clock.nowNanos() + PATIENCE_NANOS;
        while (!Files.exists(kubeconfig) || Files.size(kubeconfig) == 0) {
            if (clock.nowNanos() > end) {
                throw new IllegalStateException("no cluster is up");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static void runClient(Path kubeconfig) throws IOException, InterruptedException {
        Optional<String> java = ProcessHandle.current().info().command();
        Process client = new ProcessBuilder(
                        java.orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterQuestions.class.getName(),
                        kubeconfig.toString())
                .inheritIO()
                .start();
        if (client.waitFor() != 0) {
            throw new IllegalStateException("the client failed (exit code " + client.exitValue() + ")");
        }
    }
}
