package dev.sluice.kube.client;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/// Which cluster, and as whom.
public final class Credentials {
    private final Supplier<Config> source;

    private Credentials(Supplier<Config> source) {
        this.source = source;
    }

    /// Those in a kubeconfig file: certificates, tokens, or a program that hands some out.
    ///
    /// @param context one of the file's contexts; empty for its current one
    public static Credentials ofKubeconfig(Path file, String context) {
        return new Credentials(() -> read(file, context));
    }

    /// Those that kubectl would use: of the file in `KUBECONFIG` or of the one in the home folder; or else, in a pod,
    /// those of its service account.
    ///
    /// @param context one of the file's contexts; empty for its current one
    public static Credentials ofEnvironment(String context) {
        return new Credentials(() -> {
            Config config = Config.autoConfigure(context.isEmpty() ? null : context);
            mustBeComplete(config, "neither KUBECONFIG nor the home folder nor a service account tells of a cluster");
            return config;
        });
    }

    /// Read anew by each call, as files and programs hand out fresh ones.
    Config config() {
        Config config = source.get();
        // Whoever calls knows what may be repeated; a create that was tried twice may exist already.
        config.setRequestRetryBackoffLimit(0);
        if (ClientKey.of(config).isOnEllipticCurve()) {
            // fabric8 takes every key for an RSA key unless told.
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
