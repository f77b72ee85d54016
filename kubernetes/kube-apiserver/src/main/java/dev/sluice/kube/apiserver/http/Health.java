package dev.sluice.kube.apiserver.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The health endpoints: `/healthz`, `/livez`, `/readyz`, also verbose and check by check.
///
/// A server in memory that responds is healthy, so every check passes.
final class Health {
    private static final Map<String, List<String>> CHECKS = Map.of(
            "healthz", List.of("ping", "log", "etcd"),
            "livez", List.of("ping", "log", "etcd"),
            "readyz", List.of("ping", "log", "etcd", "informer-sync", "shutdown"));

    private Health() {}

    /// The answer for a path, if it is one of these.
    ///
    /// @param excluded checks that the client does not care for
    static Optional<String> at(String path, boolean isVerbose, List<String> excluded) {
        String[] parts = path.substring(1).split("/", 2);
        List<String> checks = CHECKS.get(parts[0]);
        if (checks == null) {
            return Optional.empty();
        }
        if (parts.length > 1 && !parts[1].isEmpty()) {
            return checks.contains(parts[1]) ? Optional.of("ok") : Optional.empty();
        }
        return Optional.of(isVerbose ? verbose(parts[0], checks, excluded) : "ok");
    }

    private static String verbose(String name, List<String> checks, List<String> excluded) {
        StringBuilder text = new StringBuilder();
        for (String check : checks) {
            text.append("[+]")
                    .append(check)
                    .append(excluded.contains(check) ? " excluded: ok" : " ok")
                    .append('\n');
        }
        List<String> unknown = new ArrayList<>(excluded);
        unknown.removeAll(checks);
        if (!unknown.isEmpty()) {
            text.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(String.join(
                            ",", unknown.stream().map(each -> '"' + each + '"').toList()))
                    .append('\n');
        }
        return text.append(name).append(" check passed\n").toString();
    }
}
