package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// Objects as they all were at one moment.
///
/// @param resourceVersion that moment; a watch may go on from there
/// @param next where the next page begins, or empty if this was the last
/// @param remaining how many there are beyond this page; -1 if nobody counted
public record KubeList(List<JsonObject> items, String resourceVersion, String next, long remaining) {
    public KubeList {
        items = List.copyOf(items);
    }
}
