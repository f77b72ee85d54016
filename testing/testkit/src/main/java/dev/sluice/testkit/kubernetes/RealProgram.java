package dev.sluice.testkit.kubernetes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A Kubernetes component that runs against a server of the test's choice until it is closed.
public final class RealProgram implements AutoCloseable {
    /// Far longer than it takes to release a lease; a program that runs longer hangs.
    private static final long END_SECONDS = 10;

    private final Process process;
    private final Path log;

    private RealProgram(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /// Starts a component with its default settings and these options.
    ///
    /// @param name such as `kube-scheduler`
    /// @param folder of its log
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

    /// Returns a command that ends with the tests in any case: the kernel kills it when the thread ends that started
    /// it, which is the one that runs the tests.
    static List<String> endingWithTheTests(String... command) {
        List<String> tied = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
        tied.addAll(List.of(command));
        return tied;
    }

    /// Returns its log so far.
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Terminates it, and waits for its end up to a limit.
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
