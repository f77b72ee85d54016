package dev.sluice.jobspec.rset;

import dev.sluice.jobspec.parse.TreeWriter;
import dev.sluice.jobspec.set.Idset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes resource sets as JSON on one line. Always writes times, as integers if they are whole, as Fluxion does.
public final class ResourceSetWriter {
    private ResourceSetWriter() {}

    public static String toJson(ResourceSet set) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", 1L);
        tree.put("execution", execution(set));
        set.scheduling().ifPresent(json -> tree.put("scheduling", new TreeWriter.JsonFragment(json)));
        return TreeWriter.toJson(tree);
    }

    private static Map<String, Object> execution(ResourceSet set) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("R_lite", set.entries().stream().map(ResourceSetWriter::entry).toList());
        if (!set.nodelist().isEmpty()) {
            tree.put("nodelist", List.of(set.nodelist().encode()));
        }
        if (!set.properties().isEmpty()) {
            tree.put("properties", encoded(set.properties()));
        }
        set.slots().ifPresent(slots -> tree.put("nslots", slots));
        tree.put("starttime", time(set.validity().startSeconds()));
        tree.put("expiration", time(set.validity().expirationSeconds()));
        return tree;
    }

    private static Map<String, Object> entry(ResourceSet.Entry entry) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("rank", entry.ranks().encode());
        tree.put("children", encoded(entry.children()));
        return tree;
    }

    private static Map<String, Object> encoded(Map<String, Idset> idsets) {
        Map<String, Object> tree = new LinkedHashMap<>();
        idsets.forEach((name, ids) -> tree.put(name, ids.encode()));
        return tree;
    }

    private static Object time(double seconds) {
        if (seconds == Math.rint(seconds) && seconds < 0x1p53) {
            return (long) seconds;
        }
        return seconds;
    }
}
