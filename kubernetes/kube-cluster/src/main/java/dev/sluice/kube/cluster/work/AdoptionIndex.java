package dev.sluice.kube.cluster.work;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.select.LabelSelector;
import java.util.ArrayList;
import java.util.List;

/// Indexes orphans and owners by label, so that each finds its match without a scan.
///
/// An owner is indexed under the first label that its selector requires, an orphan under each of its labels, and both
/// under the namespace alone, as some selectors require no label of a certain value.
final class AdoptionIndex {
    static final Index ORPHANS = new Index("orphans", AdoptionIndex::labelsOfOrphan);
    static final Index SELECTORS = new Index("selectors", owner -> List.of(key(owner)));

    private AdoptionIndex() {}

    private static List<String> labelsOfOrphan(JsonObject object) {
        return Owners.controller(object) == null ? labels(object) : List.of();
    }

    static List<String> labels(JsonObject object) {
        String namespace = KubeObjects.namespace(object);
        List<String> keys = new ArrayList<>();
        keys.add(namespace);
        object.object("metadata", "labels").texts().forEach((name, value) -> keys.add(key(namespace, name, value)));
        return keys;
    }

    /// Returns the index key of an owner and of the orphans it may select.
    static String key(JsonObject owner) {
        JsonObject wanted = owner.object("spec", "selector", "matchLabels");
        String namespace = KubeObjects.namespace(owner);
        return wanted.isEmpty() ? namespace : key(namespace, wanted.name(0), wanted.text(wanted.name(0)));
    }

    private static String key(String namespace, String label, String value) {
        return namespace + "/" + label + "=" + value;
    }

    static LabelSelector selector(JsonObject owner) {
        return owner.object("spec").has("selector")
                ? LabelSelector.of(owner.object("spec", "selector"))
                : LabelSelector.NOTHING;
    }
}
