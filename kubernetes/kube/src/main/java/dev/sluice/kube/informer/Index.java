package dev.sluice.kube.informer;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Finds objects by something other than their name.
///
/// @param name for whoever asks
/// @param keys under what an object is found; may be nothing, or several
public record Index(String name, Function<JsonObject, List<String>> keys) {

    /// By the uid of every owner.
    public static final Index OWNERS = new Index("owners", Index::owners);

    /// By the node that a pod was given.
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
