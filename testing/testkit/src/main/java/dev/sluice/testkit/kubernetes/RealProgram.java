package dev.sluice.testkit.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One of Kubernetes' own programs, at work on a server of the test's choice until it is closed.
public final class RealProgram implements AutoCloseable {
    /// Far longer than it takes to let go of a lease; who has not ended by then hangs.
    private static final long END_SECONDS = 10;

    private final Process process;
    private final Path log;

    private RealProgram(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /// Starts one with the settings that it has by itself, but for the options.
    ///
    /// @param name such as `kube-scheduler`
    /// @param folder where its log goes
    public static RealProgram start(ControlPlane installed, String name, Path folder, String... options) {
        List<String> command =
                endingWithTheTests(installed.binaries().resolve(name).toString());
        command.addAll(List.of(options));
        Path log = folder.resolve(name + ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new RealProgram(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A command that ends with the tests however they end: the kernel kills it as soon as the thread is gone that has
    /// started it. That is the one that runs the tests, which is there for as long as they are.
    static List<String> endingWithTheTests(String... command) {
        List<String> tied = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
        tied.addAll(List.of(command));
        return tied;
    }

    /// What it has said so far.
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Asks it to end, and waits for it, but not for ever.
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
