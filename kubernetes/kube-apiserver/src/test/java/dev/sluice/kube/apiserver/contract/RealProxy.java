package dev.sluice.kube.apiserver.contract;

import dev.sluice.testkit.kubernetes.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/// `kubectl proxy` in front of the real server, so that both are spoken to in plain HTTP.
record RealProxy(Process process, URI address) implements AutoCloseable {

    static RealProxy start(Kubectl kubectl) throws IOException {
        Process process = new ProcessBuilder(
                        kubectl.program().toString(),
                        "--kubeconfig",
                        kubectl.kubeconfig().toString(),
                        "proxy",
                        "--port=0")
                .redirectErrorStream(true)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        // Starting to serve on 127.0.0.1:41234
        String line = output.readLine();
        if (line == null || !line.contains("127.0.0.1:")) {
            process.destroy();
            throw new IllegalStateException("kubectl proxy said (" + line + ")");
        }
        return new RealProxy(
                process,
                URI.create(
                        "http://" + line.substring(line.indexOf("127.0.0.1:")).strip()));
    }

    @Override
    public void close() {
        process.destroy();
    }
}
