package dev.sluice.cli.cluster;

import dev.sluice.cli.console.BadInput;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.CredentialsException;
import dev.sluice.kube.client.KubeClient;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--kubeconfig` and `--context`: the cluster that a command connects to.
public final class ClusterOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The kubeconfig of the cluster (default: what kubectl would use).")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The context of the kubeconfig (default: its current one).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String context;

    /// Throws [BadInput] if the kubeconfig cannot be used.
    public KubeClient connect() {
        try {
            return KubeClient.connect(
                    kubeconfig == null
                            ? Credentials.ofEnvironment(context)
                            : Credentials.ofKubeconfig(kubeconfig, context));
        } catch (CredentialsException e) {
            throw new BadInput(Objects.requireNonNullElse(e.getMessage(), e.toString()));
        }
    }
}
