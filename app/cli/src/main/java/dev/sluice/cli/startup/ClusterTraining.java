package dev.sluice.cli.startup;

import dev.sluice.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Runs a cluster and lets another process send it typical requests. Later clusters then answer their first
/// requests without waiting for class loading and the JIT compiler.
///
/// The client has its own process, since every server would otherwise load its library classes.
public final class ClusterTraining {
    private static final long PATIENCE_SECONDS = 60;

    private ClusterTraining() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sluice-training");
        Path kubeconfig = folder.resolve("kubeconfig");
        CountDownLatch isUp = new CountDownLatch(1);
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        PrintWriter told = new PrintWriter(new FirstWords(isUp));
        Thread.ofPlatform().daemon().start(() -> Main.run(told, nowhere, "up", "--kubeconfig=" + kubeconfig));
        try {
            if (!isUp.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no cluster is up");
            }
            runClient(kubeconfig);
        } finally {
            Files.deleteIfExists(kubeconfig);
            Files.delete(folder);
        }
        // The cluster would run on.
        System.exit(0);
    }

    /// Notices when the command tells something: that the cluster and its scheduler are up.
    private static final class FirstWords extends Writer {
        private final CountDownLatch written;

        FirstWords(CountDownLatch written) {
            this.written = written;
        }

        @Override
        public void write(char[] text, int from, int length) {
            // Counted when it is flushed.
        }

        @Override
        public void flush() {
            written.countDown();
        }

        @Override
        public void close() {
            written.countDown();
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
