package dev.sluice.kube.apiserver.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A path under `/api` or `/apis` that names objects.
///
/// @param group empty for the core group
/// @param namespace empty if the path has none
/// @param name empty for a collection
/// @param subresource empty for the object itself
/// @param watches whether the path asks to watch (`/watch/`), as old clients do
public record ApiPath(
        String group,
        String version,
        String namespace,
        String plural,
        String name,
        String subresource,
        boolean watches) {

    /// A slash at the end is passed over, as old scripts put one there.
    public static Optional<ApiPath> parse(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        if (parts.size() >= 3 && parts.getFirst().equals("api")) {
            return parse("", parts.get(1), parts.subList(2, parts.size()));
        }
        if (parts.size() >= 4 && parts.getFirst().equals("apis")) {
            return parse(parts.get(1), parts.get(2), parts.subList(3, parts.size()));
        }
        return Optional.empty();
    }

    private static Optional<ApiPath> parse(String group, String version, List<String> given) {
        boolean watches = given.getFirst().equals("watch") && given.size() > 1;
        List<String> parts = watches ? given.subList(1, given.size()) : given;
        String namespace = "";
        // A namespace's own sub-resources look like resources in it.
        boolean isInNamespace = parts.getFirst().equals("namespaces")
                && parts.size() >= 3
                && !(parts.size() == 3 && isOfNamespace(parts.get(2)));
        if (isInNamespace) {
            namespace = parts.get(1);
            parts = parts.subList(2, parts.size());
        }
        if (parts.size() > 3) {
            return Optional.empty();
        }
        return Optional.of(new ApiPath(
                group,
                version,
                namespace,
                parts.getFirst(),
                parts.size() > 1 ? parts.get(1) : "",
                parts.size() > 2 ? parts.get(2) : "",
                watches));
    }

    /// Whether the path is that of a namespace, or of all of them.
    boolean isNamespace() {
        return group.isEmpty() && plural.equals("namespaces");
    }

    private static boolean isOfNamespace(String part) {
        return part.equals("status") || part.equals("finalize");
    }
}
