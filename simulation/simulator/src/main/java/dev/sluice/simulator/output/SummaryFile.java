package dev.sluice.simulator.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.sluice.simulator.metric.Ending;
import dev.sluice.simulator.metric.JobCounts;
import dev.sluice.simulator.metric.Metric;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.result.Note;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.RunSetup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// `summary.json`: the metrics of a run. Times are in seconds; undefined values are null.
public final class SummaryFile {
    /// The field that holds the options.
    public static final String SETUP = "setup";

    private static final JsonFactory JSON = new JsonFactory();

    private SummaryFile() {}

    /// What the file holds.
    public static String text(RunResult run) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(run, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    static void write(RunResult run, OutputStream out) throws IOException {
        RunSummary summary = RunSummary.of(run);
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter layout =
                new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        try (JsonGenerator json = JSON.createGenerator(out).setPrettyPrinter(layout)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            writeRun(json, run);
            writeSetup(json, run.setup());
            writeCounts(json, summary.jobs());
            writeEndings(json, Ending.of(run.jobs()));
            json.writeObjectFieldStart("metrics");
            for (Metric metric : Metric.values()) {
                writeNumber(json, metric.key(), metric.of(summary));
            }
            writeNumber(json, "down_share", summary.downShare());
            writeNumber(json, "lost_resource_seconds", summary.losses().resourceSeconds());
            json.writeNumberField("estimate_error_jobs", summary.estimate().count());
            json.writeNumberField("estimates_at_submission", summary.estimate().atSubmission());
            json.writeEndObject();
            json.writeArrayFieldStart("notes");
            for (Note note : run.notes()) {
                json.writeStartObject();
                json.writeStringField("topic", note.topic());
                json.writeStringField("text", note.text());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void writeRun(JsonGenerator json, RunResult run) throws IOException {
        json.writeObjectFieldStart("run");
        json.writeStringField("policy", run.name().policy());
        json.writeStringField("trace", run.name().trace());
        json.writeStringField("machine", run.name().machine());
        json.writeNumberField("seed", run.name().seed());
        json.writeNumberField("resources", run.machineSize());
        json.writeEndObject();
    }

    /// Returns the options of the run by their names on the command line.
    private static void writeSetup(JsonGenerator json, RunSetup setup) throws IOException {
        json.writeObjectFieldStart(SETUP);
        for (Map.Entry<String, String> option : setup.options().entrySet()) {
            json.writeStringField(option.getKey(), option.getValue());
        }
        json.writeEndObject();
    }

    private static void writeEndings(JsonGenerator json, List<Ending> endings) throws IOException {
        json.writeArrayFieldStart("endings");
        for (Ending ending : endings) {
            json.writeStartObject();
            json.writeStringField("final_state", ending.state().name());
            json.writeNumberField("jobs", ending.count());
            json.writeObjectFieldStart("reasons");
            for (Map.Entry<String, Integer> reason : ending.reasons().entrySet()) {
                json.writeNumberField(reason.getKey(), reason.getValue());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("first_jobs");
            for (String name : ending.first()) {
                json.writeString(name);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeCounts(JsonGenerator json, JobCounts jobs) throws IOException {
        json.writeObjectFieldStart("jobs");
        json.writeNumberField("submitted", jobs.submitted());
        json.writeNumberField("started", jobs.started());
        json.writeNumberField("backfilled", jobs.backfilled());
        json.writeNumberField("succeeded", jobs.succeeded());
        json.writeNumberField("failed", jobs.failed());
        json.writeNumberField("wall_time_reached", jobs.wallTimeReached());
        json.writeNumberField("killed", jobs.killed());
        json.writeNumberField("rejected", jobs.rejected());
        json.writeNumberField("unfinished", jobs.unfinished());
        json.writeNumberField("without_requested_time", jobs.withoutRequestedTime());
        json.writeEndObject();
    }

    /// JSON has no NaN and no infinity.
    private static void writeNumber(JsonGenerator json, String key, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(key, value);
        } else {
            json.writeNullField(key);
        }
    }
}
