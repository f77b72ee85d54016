package dev.sluice.simulator.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.simulator.metric.Ending;
import dev.sluice.simulator.metric.Metric;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.LostRuns;
import dev.sluice.simulator.result.MachineSeries;
import dev.sluice.simulator.result.Note;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.RunSetup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The data of runs for the page's scripts `unpack.js` and `runs.js`.
///
/// Times are counted in ticks: seconds if all times are whole seconds, as in traces, otherwise milliseconds.
final class RunData {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLISECOND = 1_000_000L;

    /// A job's state is an index into this list.
    private static final List<FinalState> STATES = List.of(FinalState.values());

    private final JsonGenerator json;
    private final PackedColumns packed = new PackedColumns();

    private RunData(JsonGenerator json) {
        this.json = json;
    }

    static String json(String title, List<RunResult> runs) {
        return PageJson.write(json -> new RunData(json).write(title, runs));
    }

    private void write(String title, List<RunResult> runs) throws IOException {
        json.writeStartObject();
        json.writeStringField("title", title);
        json.writeNumberField("slowdownBound", RunSummary.SLOWDOWN_BOUND_NANOS / SECOND);
        json.writeFieldName("states");
        PageJson.writeStrings(json, STATES.stream().map(FinalState::name).toList());
        PageJson.writeMetrics(json);
        json.writeArrayFieldStart("runs");
        for (RunResult run : runs) {
            writeRun(run);
        }
        json.writeEndArray();
        json.writeFieldName("columns");
        PageJson.writeStrings(json, packed.columns());
        json.writeEndObject();
    }

    private void writeRun(RunResult run) throws IOException {
        RunSummary summary = RunSummary.of(run);
        long tick = tickNanos(run);
        json.writeStartObject();
        json.writeStringField("policy", run.name().policy());
        json.writeStringField("trace", run.name().trace());
        json.writeStringField("machine", run.name().machine());
        json.writeNumberField("seed", run.name().seed());
        json.writeNumberField("size", run.machineSize());
        json.writeNumberField("tickSeconds", (double) tick / SECOND);
        json.writeNumberField("end", run.endNanos() / tick);
        json.writeNumberField("jobs", run.jobs().size());
        json.writeNumberField("unfinished", summary.jobs().unfinished());
        writeSetup(run.setup());
        json.writeArrayFieldStart("metrics");
        for (Metric metric : Metric.values()) {
            PageJson.writeNumber(json, metric.of(summary));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("notes");
        for (Note note : run.notes()) {
            json.writeStartObject();
            json.writeStringField("topic", note.topic());
            json.writeStringField("text", note.text());
            json.writeEndObject();
        }
        json.writeEndArray();
        writeEndings(Ending.of(run.jobs()));
        writeNames(run.jobs());
        writeColumns(run, tick);
        json.writeEndObject();
    }

    private void writeSetup(RunSetup setup) throws IOException {
        if (setup.unixStartSeconds().isPresent()) {
            json.writeNumberField("unixStart", setup.unixStartSeconds().getAsLong());
        }
        json.writeArrayFieldStart("options");
        for (Map.Entry<String, String> option : setup.options().entrySet()) {
            PageJson.writeStrings(json, List.of(option.getKey(), option.getValue()));
        }
        json.writeEndArray();
    }

    private void writeEndings(List<Ending> endings) throws IOException {
        json.writeArrayFieldStart("endings");
        for (Ending ending : endings) {
            json.writeStartObject();
            json.writeStringField("state", ending.state().name());
            json.writeNumberField("count", ending.count());
            json.writeArrayFieldStart("reasons");
            for (Map.Entry<String, Integer> reason : ending.reasons().entrySet()) {
                json.writeStartArray();
                json.writeString(reason.getKey());
                json.writeNumber(reason.getValue());
                json.writeEndArray();
            }
            json.writeEndArray();
            json.writeFieldName("first");
            PageJson.writeStrings(json, ending.first());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void writeNames(JobResults jobs) throws IOException {
        json.writeObjectFieldStart("names");
        json.writeFieldName("user");
        PageJson.writeStrings(json, jobs.users().distinct());
        json.writeFieldName("group");
        PageJson.writeStrings(json, jobs.groups().distinct());
        json.writeFieldName("queue");
        PageJson.writeStrings(json, jobs.queues().distinct());
        json.writeEndObject();
    }

    private void writeColumns(RunResult run, long tick) throws IOException {
        JobResults jobs = run.jobs();
        int size = jobs.size();
        json.writeObjectFieldStart("columns");
        column("number", packed.addDifferences(size, jobs::number));
        column("submit", packed.addDifferences(size, row -> jobs.submitNanos(row) / tick));
        column("wait", packed.add(size, row -> since(jobs.submitNanos(row), jobs.startNanos(row), tick)));
        column("run", packed.add(size, row -> since(begin(jobs, row), jobs.finishNanos(row), tick)));
        column("wall", packed.add(size, row -> since(0, jobs.wallTimeNanos(row), tick)));
        column("foreseen", packed.add(size, row -> since(jobs.submitNanos(row), jobs.estimatedStartNanos(row), tick)));
        column("resources", packed.add(size, jobs::resources));
        column("user", packed.add(size, row -> jobs.users().code(row)));
        column("group", packed.add(size, row -> jobs.groups().code(row)));
        column("queue", packed.add(size, row -> jobs.queues().code(row)));
        column("state", packed.add(size, row -> STATES.indexOf(jobs.state(row))));
        column("backfilled", packed.add(size, row -> jobs.isBackfilled(row) ? 1 : 0));
        writeDown(run.machine(), tick);
        writeLost(run.lostRuns(), tick);
        DrawnRanges ranges = DrawnRanges.of(jobs);
        column("rangeCount", packed.add(size, ranges::count));
        column("rangeFirst", packed.addDifferences(ranges.size(), ranges::first));
        column("rangeExtent", packed.add(ranges.size(), range -> ranges.last(range) - ranges.first(range)));
        json.writeEndObject();
        json.writeNumberField("closedGaps", ranges.inexactJobs());
    }

    /// When the number of resources that are down changes, and to what.
    private void writeDown(MachineSeries machine, long tick) throws IOException {
        List<Integer> changes = new ArrayList<>();
        for (int i = 0; i < machine.size(); i++) {
            if (machine.down(i) != (i == 0 ? 0 : machine.down(i - 1))) {
                changes.add(i);
            }
        }
        column("downTime", packed.addDifferences(changes.size(), i -> machine.timeNanos(changes.get(i)) / tick));
        column("down", packed.add(changes.size(), i -> machine.down(changes.get(i))));
    }

    private void writeLost(LostRuns lost, long tick) throws IOException {
        column("lostJob", packed.add(lost.count(), lost::row));
        column("lostStart", packed.add(lost.count(), i -> lost.startNanos(i) / tick));
        column("lostEnd", packed.add(lost.count(), i -> lost.lostNanos(i) / tick));
    }

    private void column(String name, int column) throws IOException {
        json.writeNumberField(name, column);
    }

    /// Returns the time from which the end is counted: a job that never starts may end, too.
    private static long begin(JobResults jobs, int row) {
        return jobs.hasStarted(row) ? jobs.startNanos(row) : jobs.submitNanos(row);
    }

    /// In ticks; -1 if one of the two is missing.
    private static long since(long fromNanos, long toNanos, long tick) {
        return fromNanos == RunResult.NEVER || toNanos == RunResult.NEVER ? -1 : toNanos / tick - fromNanos / tick;
    }

    private static long tickNanos(RunResult run) {
        JobResults jobs = run.jobs();
        for (int row = 0; row < jobs.size(); row++) {
            if (!isWhole(jobs.submitNanos(row)) || !isWhole(jobs.startNanos(row)) || !isWhole(jobs.finishNanos(row))) {
                return MILLISECOND;
            }
        }
        return SECOND;
    }

    private static boolean isWhole(long nanos) {
        return nanos == RunResult.NEVER || nanos % SECOND == 0;
    }
}
