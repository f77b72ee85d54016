package dev.sluice.kube.informer;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Indexes the objects of an informer by something other than their name, like client-go's indexers.
///
/// @param name used in look-ups
/// @param keys returns the index values of an object; may be none or several
public record Index(String name, Function<JsonObject, List<String>> keys) {

    /// Indexes by the uid of every owner.
    public static final Index OWNERS = new Index("owners", Index::owners);

    /// Indexes pods by the node they are bound to.
    public static final Index NODE = new Index("node", pod -> {
        String node = pod.text("spec", "nodeName");
        return node.isEmpty() ? List.of() : List.of(node);
    });

    private static List<String> owners(JsonObject object) {
        List<String> uids = new ArrayList<>();
        for (Json owner : object.array("metadata", "ownerReferences")) {
            if (owner instanceof JsonObject reference) {
                uids.add(reference.text("uid"));
            }
        }
        return uids;
    }
}
