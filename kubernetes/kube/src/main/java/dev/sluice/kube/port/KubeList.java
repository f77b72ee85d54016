package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// A consistent list of objects, or a page of it.
///
/// @param resourceVersion of the snapshot; a watch may start from it
/// @param next the continue token; empty on the last page
/// @param remaining the number of items on later pages; -1 if unknown
public record KubeList(List<JsonObject> items, String resourceVersion, String next, long remaining) {
    public KubeList {
        items = List.copyOf(items);
    }
}
