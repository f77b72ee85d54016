package dev.sluice.testkit.kubernetes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// `kubectl proxy` in front of a real server: the administrator's way to it in plain HTTP, without credentials.
public record KubectlProxy(Process process, URI address) implements AutoCloseable {
    private static final String HOST = "127.0.0.1:";

    public static KubectlProxy start(Kubectl kubectl) {
        List<String> command = RealProgram.endingWithTheTests(
                kubectl.program().toString(),
                "--kubeconfig",
                kubectl.kubeconfig().toString(),
                "proxy",
                "--port=0");
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            // Starting to serve on 127.0.0.1:41234
            String line = output.readLine();
            if (line == null || !line.contains(HOST)) {
                process.destroyForcibly();
                throw new IllegalStateException("kubectl proxy said (" + line + ")");
            }
            return new KubectlProxy(
                    process,
                    URI.create("http://" + line.substring(line.indexOf(HOST)).strip()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
