package dev.sluice.traces.batsim;

import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import dev.sluice.traces.TraceFile;
import dev.sluice.traces.WorkloadJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads Batsim's workload files. A lenient reader leaves out malformed jobs and reports them; malformed JSON
/// and malformed profiles are always refused.
public final class BatsimReader {
    private static final Set<String> JOB_FIELDS = Set.of("id", "subtime", "res", "profile", "walltime");

    /// A job, and where its profile is named. Only errors need a whole [Place].
    private record Placed(BatsimJob job, int number, int line, int column) {
        Place place(String source) {
            return new Place(source, line, column, "jobs[" + number + "].profile");
        }
    }

    /// The position of a profile.
    private record Spot(int line, int column) {
        Place place(String source, String profile) {
            return new Place(source, line, column, "profiles." + TraceException.shown(profile));
        }
    }

    private final BatsimJson json;
    private final String source;
    private final Strictness strictness;
    private final LeftOut.Counter leftOut = new LeftOut.Counter();
    private final List<Placed> jobs = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();
    private final Map<String, BatsimProfile> profiles = new LinkedHashMap<>();
    private final Map<String, Spot> profilePlaces = new LinkedHashMap<>();
    private Optional<Integer> resources = Optional.empty();

    private BatsimReader(BatsimJson json, String source, Strictness strictness) {
        this.json = json;
        this.source = source;
        this.strictness = strictness;
    }

    public static BatsimWorkload read(Path file, Strictness strictness) throws IOException {
        try (InputStream in = TraceFile.open(file)) {
            return readText(in, file.toString(), strictness);
        }
    }

    /// Reads a stream.
    ///
    /// @param source the name used in messages
    public static BatsimWorkload read(InputStream in, String source, Strictness strictness) throws IOException {
        return readText(TraceFile.decompressed(in, source), source, strictness);
    }

    private static BatsimWorkload readText(InputStream in, String source, Strictness strictness) throws IOException {
        try (BatsimJson json = new BatsimJson(in, source)) {
            try {
                return new BatsimReader(json, source, strictness).run();
            } catch (IOException e) {
                throw json.explain(e);
            }
        }
    }

    private BatsimWorkload run() throws IOException {
        if (json.next() != JsonToken.START_OBJECT) {
            throw new TraceException(Place.startOf(source), "must be a JSON object with nb_res, jobs and profiles");
        }
        while (json.next() == JsonToken.FIELD_NAME) {
            String key = json.key();
            JsonToken token = json.next();
            switch (key) {
                case "nb_res" -> resources = Optional.of(json.element(key).integer(1));
                case "jobs" -> readJobs(token);
                case "profiles" -> readProfiles(token);
                default -> json.skip();
            }
        }
        if (json.next() != null) {
            throw json.problem("unexpected content after the end");
        }
        return checked();
    }

    private void readJobs(JsonToken token) throws IOException {
        if (token != JsonToken.START_ARRAY) {
            throw json.element("jobs").problem("must be an array");
        }
        for (int i = 0; json.next() != JsonToken.END_ARRAY; i++) {
            JsonElement job = json.element("jobs[" + i + "]");
            try {
                BatsimJob read = job(job);
                if (!ids.add(read.id())) {
                    throw job.require("id").problem("is not unique");
                }
                JsonElement profile = job.require("profile");
                jobs.add(new Placed(read, i, profile.line(), profile.column()));
            } catch (TraceException e) {
                leaveOut(e);
            }
        }
    }

    private static BatsimJob job(JsonElement job) {
        JsonElement submit = job.require("subtime");
        if (submit.numberFrom0() > WorkloadJob.SECONDS_MAX) {
            throw submit.problem("must be at most " + WorkloadJob.SECONDS_MAX);
        }
        double wallSeconds = job.find("walltime").map(JsonElement::number).orElse(BatsimJob.NO_WALL_TIME);
        if (wallSeconds == 0) {
            throw job.require("walltime").problem("must not be 0");
        }
        return new BatsimJob(
                job.require("id").textOrNumber(),
                submit.number(),
                job.require("res").integer(1),
                job.require("profile").text(),
                wallSeconds < 0 ? BatsimJob.NO_WALL_TIME : wallSeconds,
                job.others(JOB_FIELDS::contains));
    }

    private void readProfiles(JsonToken token) throws IOException {
        if (token != JsonToken.START_OBJECT) {
            throw json.element("profiles").problem("must be an object");
        }
        while (json.next() == JsonToken.FIELD_NAME) {
            String name = json.key();
            json.next();
            JsonElement profile = json.element("profiles." + TraceException.shown(name));
            profiles.put(name, ProfileReader.read(name, profile));
            profilePlaces.put(name, new Spot(profile.line(), profile.column()));
        }
    }

    /// Checks references once everything is read, since the parts may come in any order.
    private BatsimWorkload checked() {
        checkSequences();
        List<BatsimJob> kept = new ArrayList<>(jobs.size());
        for (Placed placed : jobs) {
            if (profiles.containsKey(placed.job().profile())) {
                kept.add(placed.job());
            } else {
                leaveOut(new TraceException(
                        placed.place(source),
                        "there is no profile of this name ("
                                + TraceException.shown(placed.job().profile()) + ")"));
            }
        }
        int size = resources.orElseThrow(
                () -> new TraceException(Place.startOf(source), "field (nb_res) is missing: the number of hosts"));
        return new BatsimWorkload(size, kept, profiles, leftOut.result());
    }

    /// Refuses sequences of unknown profiles and circular ones here, not when a duration is computed.
    private void checkSequences() {
        IdealDurations durations = new IdealDurations(profiles, HostSpeed.ofFlops(1), Replays.UNREAD);
        profilePlaces.forEach((name, spot) -> {
            try {
                durations.of(name, 1);
            } catch (IllegalArgumentException e) {
                throw new TraceException(spot.place(source, name), String.valueOf(e.getMessage()));
            }
        });
    }

    private void leaveOut(TraceException problem) {
        if (strictness == Strictness.STRICT) {
            throw problem;
        }
        leftOut.add(String.valueOf(problem.getMessage()));
    }
}
