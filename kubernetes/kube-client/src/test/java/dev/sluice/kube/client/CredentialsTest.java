package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CredentialsTest {
    private static final String COMPLETE = """
            apiVersion: v1
            kind: Config
            clusters: [{name: here, cluster: {server: "http://127.0.0.1:1"}}]
            users: [{name: me, user: {}}]
            contexts: [{name: near, context: {cluster: here, user: me}}]
            """;

    @TempDir
    private Path folder;

    @Test
    void aFileThatIsNotThereIsNamed() {
        refuses(Credentials.ofKubeconfig(folder.resolve("missing"), ""), "missing) cannot be read");
    }

    @Test
    void aFileThatIsNoYamlIsNamed() throws IOException {
        refuses(Credentials.ofKubeconfig(file("clusters: ["), ""), "kubeconfig) is not valid");
    }

    @Test
    void aContextThatIsNotInTheFileIsNamedWithThoseThatAre() throws IOException {
        refuses(Credentials.ofKubeconfig(file(COMPLETE), "far"), "has no context (far). Maybe one of: near");
    }

    @Test
    void aFileWithoutACurrentContextIsRefused() throws IOException {
        refuses(Credentials.ofKubeconfig(file(COMPLETE), ""), "Maybe set current-context to one of: near");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), text);
    }

    private static void refuses(Credentials credentials, String why) {
        assertThatExceptionOfType(CredentialsException.class)
                .isThrownBy(() -> KubeClient.connect(credentials))
                .withMessageContaining(why);
    }
}
