package dev.sluice.simulator.output;

import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.TraceFile;
import dev.sluice.traces.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// All files of one run, in its own folder.
public final class RunFiles {
    public static final String REPORT = "report.html";

    private static final String SUMMARY = "summary.json";

    /// The files that a run may leave in its folder; `report.html` belongs to one run or to several.
    private static final List<String> NAMES =
            List.of("jobs.csv", "jobs-wide.csv", "schedule.csv", "machine_states.csv", SUMMARY, "result.swf", REPORT);

    private RunFiles() {}

    public static void write(RunResult run, Path folder) throws IOException {
        Files.createDirectories(folder);
        TraceFile.write(folder.resolve("jobs.csv"), out -> BatsimFiles.writeJobs(run, out));
        TraceFile.write(folder.resolve("jobs-wide.csv"), out -> WideJobsFile.write(run, out));
        TraceFile.write(folder.resolve("schedule.csv"), out -> BatsimFiles.writeSchedule(run, out));
        TraceFile.write(folder.resolve("machine_states.csv"), out -> BatsimFiles.writeMachineStates(run, out));
        TraceFile.write(folder.resolve(SUMMARY), out -> SummaryFile.write(run, out));
        SwfWriter.write(ResultTrace.of(run), folder.resolve("result.swf"));
    }

    /// Removes the files of earlier runs from the folder and from the policies' folders right below it. Other
    /// files stay, and so does a folder below that contains anything else.
    public static void removeEarlier(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> policies;
        try (Stream<Path> inside = Files.list(folder)) {
            policies = inside.filter(below -> Files.isRegularFile(below.resolve(SUMMARY), LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
        for (Path policy : policies) {
            removeFiles(policy);
            if (isEmpty(policy)) {
                Files.delete(policy);
            }
        }
        removeFiles(folder);
    }

    private static void removeFiles(Path folder) throws IOException {
        for (String name : NAMES) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.findAny().isEmpty();
        }
    }
}
