package dev.sluice.simulator.output;

import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.TraceFile;
import dev.sluice.traces.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// All files of one run, in a folder of its own.
public final class RunFiles {
    private RunFiles() {}

    public static void write(RunResult run, Path folder) throws IOException {
        Files.createDirectories(folder);
        TraceFile.write(folder.resolve("jobs.csv"), out -> BatsimFiles.writeJobs(run, out));
        TraceFile.write(folder.resolve("schedule.csv"), out -> BatsimFiles.writeSchedule(run, out));
        TraceFile.write(folder.resolve("machine_states.csv"), out -> BatsimFiles.writeMachineStates(run, out));
        TraceFile.write(folder.resolve("summary.json"), out -> SummaryFile.write(run, out));
        SwfWriter.write(ResultTrace.of(run), folder.resolve("result.swf"));
    }
}
