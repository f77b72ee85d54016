package dev.sluice.jobspec.rset;

import dev.sluice.jobspec.parse.Value;
import dev.sluice.jobspec.rset.ResourceSet.Entry;
import dev.sluice.jobspec.rset.ResourceSet.Validity;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads resource sets from JSON. Ignores keys that RFC 20 does not define: it reserves them.
public final class ResourceSetReader {
    private static final String SCHEDULING = "scheduling";

    private ResourceSetReader() {}

    /// Reads one document; messages call it `source`, which is usually the file's name.
    ///
    /// @throws dev.sluice.jobspec.parse.JobspecException if it is not a resource set
    public static ResourceSet read(String json, String source) {
        Value top = Value.ofJson(json, source, SCHEDULING);
        top.require("version").integer(1, 1);
        Value execution = top.require("execution");
        List<Entry> entries = execution.require("R_lite").elements().stream()
                .map(ResourceSetReader::entry)
                .toList();
        Hostlist nodelist =
                execution.find("nodelist").map(ResourceSetReader::nodelist).orElse(Hostlist.EMPTY);
        Map<String, Idset> properties =
                execution.find("properties").map(ResourceSetReader::idsets).orElse(Map.of());
        OptionalLong slots = execution
                .find("nslots")
                .map(value -> OptionalLong.of(value.integer(1, Long.MAX_VALUE)))
                .orElse(OptionalLong.empty());
        Validity validity = validity(execution);
        Optional<String> scheduling = top.find(SCHEDULING).map(Value::text).filter(text -> !text.equals("null"));
        return execution.checked(() -> new ResourceSet(entries, nodelist, properties, slots, validity, scheduling));
    }

    private static Entry entry(Value value) {
        Idset ranks = idset(value.require("rank"));
        Map<String, Idset> children = idsets(value.require("children"));
        return value.checked(() -> new Entry(ranks, children));
    }

    private static Map<String, Idset> idsets(Value mapping) {
        Map<String, Idset> idsets = new LinkedHashMap<>();
        mapping.fields().forEach((name, value) -> idsets.put(name, idset(value)));
        return idsets;
    }

    private static Idset idset(Value value) {
        String text = value.text();
        return value.checked(() -> Idset.parse(text));
    }

    private static Hostlist nodelist(Value list) {
        List<Hostlist> hosts = list.elements().stream()
                .map(element -> element.checked(() -> Hostlist.parse(element.text())))
                .toList();
        return list.checked(() -> Hostlist.concatenate(hosts));
    }

    private static Validity validity(Value execution) {
        double start = execution.find("starttime").map(Value::number).orElse(0.0);
        double expiration = execution.find("expiration").map(Value::number).orElse(0.0);
        return execution.checked(() -> new Validity(start, expiration));
    }
}
