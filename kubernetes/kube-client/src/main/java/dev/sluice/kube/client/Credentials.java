package dev.sluice.kube.client;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/// The address of a cluster and the user's credentials.
public final class Credentials {
    private final Supplier<Config> source;

    private Credentials(Supplier<Config> source) {
        this.source = source;
    }

    /// Loads a kubeconfig file: certificates, tokens or a credential plugin.
    ///
    /// @param context one of the file's contexts; empty for its current one
    public static Credentials ofKubeconfig(Path file, String context) {
        return new Credentials(() -> read(file, context));
    }

    /// Loads what kubectl would use: the file in `KUBECONFIG` or the home folder, or in a pod its service account.
    ///
    /// @param context one of the file's contexts; empty for its current one
    public static Credentials ofEnvironment(String context) {
        return new Credentials(() -> {
            Config config = Config.autoConfigure(context.isEmpty() ? null : context);
            mustBeComplete(config, "neither KUBECONFIG nor the home folder nor a service account tells of a cluster");
            return config;
        });
    }

    /// Reads the configuration again at each call, as files and plugins renew credentials.
    Config config() {
        Config config = source.get();
        // Retries are up to the caller: a create that is repeated may find its own object.
        config.setRequestRetryBackoffLimit(0);
        if (ClientKey.of(config).isOnEllipticCurve()) {
            // fabric8 assumes RSA keys by default.
            config.setClientKeyAlgo("EC");
        }
        return config;
    }

    private static Config read(Path file, String context) {
        if (!Files.isReadable(file)) {
            throw new CredentialsException("kubeconfig (" + file
                    + ") cannot be read. Maybe the path is wrong, or the file is another user's.");
        }
        Config config;
        try {
            config = Config.fromKubeconfig(context.isEmpty() ? null : context, file.toFile());
        } catch (RuntimeException e) {
            throw new CredentialsException("kubeconfig (" + file + ") is not valid: " + e.getMessage(), e);
        }
        String known = String.join(
                ", ", config.getContexts().stream().map(each -> each.getName()).toList());
        if (!context.isEmpty()
                && config.getContexts().stream()
                        .noneMatch(each -> each.getName().equals(context))) {
            throw new CredentialsException(
                    "kubeconfig (" + file + ") has no context (" + context + "). Maybe one of: " + known);
        }
        mustBeComplete(
                config, "kubeconfig (" + file + ") names no cluster. Maybe set current-context to one of: " + known);
        return config;
    }

    private static void mustBeComplete(Config config, String otherwise) {
        if (config.getCurrentContext() == null && config.getAutoOAuthToken() == null) {
            throw new CredentialsException(otherwise);
        }
    }
}
