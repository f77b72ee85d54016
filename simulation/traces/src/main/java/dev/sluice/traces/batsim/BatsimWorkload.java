package dev.sluice.traces.batsim;

import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Workload;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A workload file.
///
/// @param resources the number of hosts of its platform
/// @param profiles by name, in the order of the file
/// @param leftOut jobs that a lenient reader left out
public record BatsimWorkload(
        int resources, List<BatsimJob> jobs, Map<String, BatsimProfile> profiles, LeftOut leftOut) {

    /// A number that can name a job without loss.
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

    private static final char WORKLOAD_MARK = '!';

    /// Batsim's default name of the first workload.
    private static final String FIRST_WORKLOAD = "w0";

    public BatsimWorkload {
        jobs = List.copyOf(jobs);
        profiles = Collections.unmodifiableMap(new LinkedHashMap<>(profiles));
    }

    /// Returns a job's run time on an otherwise idle machine; empty if the file alone does not tell.
    public OptionalDouble idealSeconds(BatsimJob job, HostSpeed speed) {
        return new IdealDurations(profiles, speed, Replays.UNREAD).of(job.profile(), job.resources());
    }

    /// Leaves out jobs of unknown duration: it depends on a message, or on a trace that is missing.
    public Loaded toWorkload(HostSpeed speed, Replays replays) {
        IdealDurations durations = new IdealDurations(profiles, speed, replays);
        boolean numbered =
                jobs.stream().allMatch(job -> NUMBER.matcher(job.id()).matches());
        List<WorkloadJob> usable = new ArrayList<>(jobs.size());
        LeftOut.Counter unusable = new LeftOut.Counter();
        for (int i = 0; i < jobs.size(); i++) {
            BatsimJob job = jobs.get(i);
            try {
                double seconds = durations
                        .of(job.profile(), job.resources())
                        .orElseThrow(() -> new IllegalArgumentException(
                                "how long its profile (" + job.profile() + ") takes is not known"));
                usable.add(job(job, numbered ? Long.parseLong(job.id()) : i + 1L, seconds));
            } catch (IllegalArgumentException e) {
                unusable.add("job " + job.id() + ": " + e.getMessage());
            }
        }
        return new Loaded(
                new Workload(usable, OptionalInt.of(resources), OptionalLong.empty()), leftOut.plus(unusable.result()));
    }

    /// An id may name its workload, as in `w1!7`.
    private static WorkloadJob job(BatsimJob job, long number, double runSeconds) {
        int mark = job.id().indexOf(WORKLOAD_MARK);
        return new WorkloadJob(
                number,
                job.id().substring(mark + 1),
                job.submitSeconds(),
                runSeconds,
                job.resources(),
                job.wallSeconds(),
                WorkloadJob.UNKNOWN,
                Origin.NOT_KNOWN,
                WorkloadJob.UNKNOWN,
                WorkloadJob.UNKNOWN,
                new WorkloadJob.Labels(mark < 0 ? FIRST_WORKLOAD : job.id().substring(0, mark), job.profile()));
    }

    /// Turns every job into a delay; jobs of the same duration share a profile. Batsim ends a job that takes
    /// exactly its wall time, so such jobs get one second more.
    public static BatsimWorkload of(Workload workload) {
        Map<String, BatsimProfile> profiles = workload.jobs().stream()
                .map(job -> BatsimProfile.of(profileName(job.runSeconds()), new Work.Delay(job.runSeconds())))
                .collect(Collectors.toMap(
                        BatsimProfile::name, Function.identity(), (first, _) -> first, LinkedHashMap::new));
        List<BatsimJob> jobs = workload.jobs().stream()
                .map(job -> new BatsimJob(
                        job.name(),
                        job.submitSeconds(),
                        job.processors(),
                        profileName(job.runSeconds()),
                        wallSeconds(job),
                        Map.of()))
                .toList();
        int resources = workload.machineProcessors().orElse(Math.max(1, workload.processorsMax()));
        return new BatsimWorkload(resources, jobs, profiles, LeftOut.NOTHING);
    }

    private static double wallSeconds(WorkloadJob job) {
        return job.estimateSeconds() == job.runSeconds() ? job.estimateSeconds() + 1 : job.estimateSeconds();
    }

    private static String profileName(double seconds) {
        return "delay" + (seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds));
    }
}
