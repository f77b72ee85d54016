package dev.sluice.traces.batsim;

import dev.sluice.traces.TraceException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Reads one profile from its JSON object. Fields that no profile type asks for are kept as they are.
final class ProfileReader {
    private static final Map<String, Function<ProfileReader, Work>> TYPES = Map.ofEntries(
            Map.entry("delay", ProfileReader::delay),
            Map.entry("parallel", ProfileReader::parallel),
            Map.entry("parallel_homogeneous", reader -> new Work.Homogeneous(reader.from0("cpu"), reader.from0("com"))),
            Map.entry(
                    "parallel_homogeneous_total",
                    reader -> new Work.HomogeneousTotal(reader.from0("cpu"), reader.from0("com"))),
            Map.entry("composed", ProfileReader::sequence),
            Map.entry("parallel_homogeneous_pfs", ProfileReader::fileSystem),
            Map.entry(
                    "data_staging",
                    reader -> new Work.DataStaging(reader.from0("nb_bytes"), reader.text("from"), reader.text("to"))),
            Map.entry("smpi", reader -> new Work.Smpi(reader.text("trace"))),
            Map.entry("usage_trace", reader -> new Work.UsageTrace(reader.text("trace"))),
            Map.entry("send", ProfileReader::send),
            Map.entry("recv", ProfileReader::receive));

    private final JsonElement profile;
    private final Set<String> asked = new HashSet<>();

    private ProfileReader(JsonElement profile) {
        this.profile = profile;
    }

    static BatsimProfile read(String name, JsonElement profile) {
        ProfileReader reader = new ProfileReader(profile);
        JsonElement type = reader.require("type");
        Function<ProfileReader, Work> way = TYPES.get(type.text());
        if (way == null) {
            throw unknown(type);
        }
        int returnCode =
                profile.find("ret").map(ret -> ret.integer(Integer.MIN_VALUE)).orElse(0);
        reader.asked.add("ret");
        Work work = way.apply(reader);
        return new BatsimProfile(name, work, returnCode, profile.others(reader.asked::contains));
    }

    private static TraceException unknown(JsonElement type) {
        String remedy = type.text().endsWith("Profile")
                ? "this is a workload for Batsim 5; the types of Batsim 4 are "
                : "one of ";
        return type.plainProblem("unknown profile type (" + TraceException.shown(type.text()) + "). Maybe " + remedy
                + String.join(", ", TYPES.keySet().stream().sorted().toList()));
    }

    private JsonElement require(String key) {
        asked.add(key);
        return profile.require(key);
    }

    private double from0(String key) {
        return require(key).numberFrom0();
    }

    private double from0(String key, double otherwise) {
        asked.add(key);
        return profile.find(key).map(JsonElement::numberFrom0).orElse(otherwise);
    }

    private String text(String key) {
        return require(key).text();
    }

    private String text(String key, String otherwise) {
        asked.add(key);
        return profile.find(key).map(JsonElement::text).orElse(otherwise);
    }

    private ResourceVector amounts(String key) {
        asked.add(key);
        return profile.find(key)
                .map(found -> ResourceVector.of(found.elements().stream()
                        .mapToDouble(JsonElement::numberFrom0)
                        .toArray()))
                .orElse(ResourceVector.NONE);
    }

    private Work delay() {
        return new Work.Delay(from0("delay"));
    }

    private Work parallel() {
        ResourceVector flops = amounts("cpu");
        ResourceVector bytes = amounts("com");
        try {
            return new Work.Parallel(flops, bytes);
        } catch (IllegalArgumentException e) {
            throw profile.plainProblem(String.valueOf(e.getMessage()));
        }
    }

    private Work sequence() {
        List<String> parts =
                require("seq").elements().stream().map(JsonElement::text).toList();
        asked.add("repeat");
        return new Work.Sequence(
                parts, profile.find("repeat").map(repeat -> repeat.integer(0)).orElse(1));
    }

    private Work fileSystem() {
        return new Work.FileSystem(from0("bytes_to_read", 0), from0("bytes_to_write", 0), text("storage", "pfs"));
    }

    private Work send() {
        return new Work.Send(anything("msg"), from0("sleeptime", 0));
    }

    private Work receive() {
        // Batsim's own defaults.
        return new Work.Receive(
                text("regex", ".*"),
                text("success", ""),
                text("failure", ""),
                from0("timeout", 0),
                from0("polltime", 0.005));
    }

    /// A message may be any JSON.
    private String anything(String key) {
        return BatsimJson.write(require(key));
    }
}
