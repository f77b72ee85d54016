package dev.sluice.cli.watch;

import dev.sluice.cli.console.BadInput;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;

/// Tries what following a cluster needs, before anything is followed.
final class Rights {
    static final String NEEDED =
            "'sluice watch' needs the verbs get, list and watch on nodes and pods of the whole cluster:"
                    + " a ClusterRole with apiGroups: [\"\"], resources: [nodes, pods], verbs: [get, list, watch]"
                    + " (deploy/watch-rbac.yaml)";

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private Rights() {}

    static boolean isRefusal(ApiException e) {
        return e.code() == FORBIDDEN || e.code() == UNAUTHORIZED;
    }

    /// @throws BadInput if the server does not answer or refuses something; it names what
    static void require(Kube kube) {
        List<String> refused = new ArrayList<>();
        for (ResourceType type : List.of(KubeTypes.NODES, KubeTypes.PODS)) {
            try {
                tryOut(kube, type);
            } catch (ApiException e) {
                if (!isRefusal(e)) {
                    throw new BadInput("the API server refuses: " + e.getMessage());
                }
                refused.add(e.getMessage());
            } catch (UncheckedIOException e) {
                throw new BadInput("the API server does not answer: " + reason(e));
            }
        }
        if (!refused.isEmpty()) {
            throw new BadInput("the API server refuses: %s%n%s".formatted(String.join("; ", refused), NEEDED));
        }
    }

    private static void tryOut(Kube kube, ResourceType type) {
        KubeList one = kube.list(type, "", ListOptions.ALL.page(1, ""));
        kube.watch(type, "", WatchOptions.from(one.resourceVersion()), () -> {}).close();
    }

    /// Returns why, as far as the innermost causes tell.
    static String reason(UncheckedIOException e) {
        String reason = "";
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException && cause.getMessage() == null) {
                return "connection refused";
            }
            reason = cause.getMessage() == null ? reason : cause.getMessage();
        }
        return reason.isEmpty() ? e.toString() : reason;
    }
}
