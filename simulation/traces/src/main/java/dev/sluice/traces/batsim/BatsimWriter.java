package dev.sluice.traces.batsim;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;

/// Writes Batsim 4's workload files, one job and one profile a line.
public final class BatsimWriter {
    private final JsonGenerator json;

    private BatsimWriter(JsonGenerator json) {
        this.json = json;
    }

    /// Compressed if the name ends in `.gz`; a failure leaves no half-written file.
    public static void write(BatsimWorkload workload, Path file) throws IOException {
        TraceFile.write(file, out -> write(workload, out));
    }

    /// Does not close the stream.
    public static void write(BatsimWorkload workload, OutputStream out) throws IOException {
        try (JsonGenerator json = BatsimJson.generator(out)) {
            new BatsimWriter(json).write(workload);
        }
    }

    private void write(BatsimWorkload workload) throws IOException {
        json.writeStartObject();
        json.writeRaw('\n');
        json.writeNumberField("nb_res", workload.resources());
        json.writeArrayFieldStart("jobs");
        for (BatsimJob job : workload.jobs()) {
            json.writeRaw('\n');
            write(job);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("profiles");
        for (BatsimProfile profile : workload.profiles().values()) {
            json.writeRaw('\n');
            json.writeObjectFieldStart(profile.name());
            write(profile);
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private void write(BatsimJob job) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", job.id());
        number("subtime", job.submitSeconds());
        json.writeNumberField("res", job.resources());
        json.writeStringField("profile", job.profile());
        if (job.wallSeconds() >= 0) {
            number("walltime", job.wallSeconds());
        }
        others(job.others());
        json.writeEndObject();
    }

    private void write(BatsimProfile profile) throws IOException {
        switch (profile.work()) {
            case Work.Delay delay -> {
                type("delay");
                number("delay", delay.seconds());
            }
            case Work.Parallel task -> {
                type("parallel");
                amounts("cpu", task.flops());
                amounts("com", task.bytes());
            }
            case Work.Homogeneous task -> {
                type("parallel_homogeneous");
                number("cpu", task.flopsPerHost());
                number("com", task.bytesPerPair());
            }
            case Work.HomogeneousTotal task -> {
                type("parallel_homogeneous_total");
                number("cpu", task.flops());
                number("com", task.bytes());
            }
            case Work.Sequence sequence -> {
                type("composed");
                json.writeNumberField("repeat", sequence.repeat());
                json.writeArrayFieldStart("seq");
                for (String part : sequence.profiles()) {
                    json.writeString(part);
                }
                json.writeEndArray();
            }
            case Work.FileSystem task -> {
                type("parallel_homogeneous_pfs");
                number("bytes_to_read", task.bytesToRead());
                number("bytes_to_write", task.bytesToWrite());
                json.writeStringField("storage", task.storage());
            }
            case Work.DataStaging staging -> {
                type("data_staging");
                number("nb_bytes", staging.bytes());
                json.writeStringField("from", staging.from());
                json.writeStringField("to", staging.to());
            }
            case Work.Smpi replay -> {
                type("smpi");
                json.writeStringField("trace", replay.trace());
            }
            case Work.UsageTrace replay -> {
                type("usage_trace");
                json.writeStringField("trace", replay.trace());
            }
            case Work.Send send -> {
                type("send");
                json.writeFieldName("msg");
                json.writeRawValue(send.message());
                number("sleeptime", send.sleepSeconds());
            }
            case Work.Receive receive -> {
                type("recv");
                json.writeStringField("regex", receive.regex());
                json.writeStringField("success", receive.success());
                json.writeStringField("failure", receive.failure());
                number("timeout", receive.timeoutSeconds());
                number("polltime", receive.pollSeconds());
            }
        }
        if (profile.returnCode() != 0) {
            json.writeNumberField("ret", profile.returnCode());
        }
        others(profile.others());
    }

    private void type(String name) throws IOException {
        json.writeStringField("type", name);
    }

    private void amounts(String name, ResourceVector amounts) throws IOException {
        if (amounts.size() > 0) {
            json.writeArrayFieldStart(name);
            for (int i = 0; i < amounts.size(); i++) {
                number(amounts.get(i));
            }
            json.writeEndArray();
        }
    }

    private void number(String name, double value) throws IOException {
        json.writeFieldName(name);
        number(value);
    }

    /// Whole numbers without a point, as people write them.
    private void number(double value) throws IOException {
        if (value == (long) value) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
    }

    private void others(Map<String, String> others) throws IOException {
        for (Map.Entry<String, String> other : others.entrySet()) {
            json.writeFieldName(other.getKey());
            json.writeRawValue(other.getValue());
        }
    }
}
