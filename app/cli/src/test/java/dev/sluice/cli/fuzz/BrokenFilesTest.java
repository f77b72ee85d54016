package dev.sluice.cli.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.find.CriteriaParser;
import dev.sluice.graph.io.GrugReader;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.Rv1ExecReader;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.jobspec.rset.ResourceSetReader;
import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;
import dev.sluice.queue.codec.CodecException;
import dev.sluice.queue.codec.RecordCodec;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.batsim.BatsimReader;
import dev.sluice.traces.platform.PlatformReader;
import dev.sluice.traces.swf.SwfReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every reader reads a broken file, or refuses it with its own error, which says where and what is wrong.
class BrokenFilesTest {
    private static final int TRIES = 3000;
    private static final Path SESSIONS = Path.of("src/test/resources/golden/sessions");

    /// Graphs with more vertices than a test has time for are valid.
    private static final String LARGE_NUMBER = "(?s).*\\d{4}.*";

    private static final Path RECORDS =
            Path.of("../../engine/queue/src/test/resources/dev/sluice/queue/codec/records-1.jsonl");

    private static final String SWF = """
            ; Version: 2.2
            ; Computer: any
            ; MaxJobs: 3
            ; MaxProcs: 64
            ; UnixStartTime: 1000
              1 0 -1 10 4 -1 -1 4 60 -1 1 1 1 -1 1 -1 -1 -1
              2 5 -1 20 8 -1 -1 8 120 -1 1 2 1 -1 1 -1 1 3
              3 9 4 30 64 -1 -1 64 60 -1 0 1 1 -1 2 -1 -1 -1
            """;

    private static final String BATSIM = """
            {"nb_res": 4,
             "jobs": [{"id": 1, "subtime": 0, "res": 4, "profile": "p", "walltime": 12.5},
                      {"id": "w!2", "subtime": 3.5, "res": 1, "profile": "d"}],
             "profiles": {"p": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 0},
                          "d": {"type": "delay", "delay": 2},
                          "c": {"type": "composed", "repeat": 2, "seq": ["d", "p"]}}}
            """;

    private static final String PLATFORM = """
            <?xml version='1.0'?>
            <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
            <platform version="4.1">
              <zone id="site" routing="Full">
                <host id="node10" speed="2Gf, 1Gf" core="4" pstate="0"><prop id="gpu" value="2"/></host>
                <cluster id="c" prefix="n-" suffix=".x" radical="0-2,7" speed="1.5Tf" core="8" bw="1GBps" lat="1us"/>
              </zone>
            </platform>
            """;

    private interface Reading {
        void read(String text) throws IOException;
    }

    /// Breaks each text in many ways.
    ///
    /// @param source what the message of an error must begin with
    private static void breakAll(List<String> valid, Class<? extends Exception> refusal, String source, Reading reading)
            throws IOException {
        for (String text : valid) {
            reading.read(text);
        }
        Mutations mutations = new Mutations(valid.hashCode());
        for (int i = 0; i < TRIES; i++) {
            String broken = mutations.of(valid.get(i % valid.size()));
            try {
                reading.read(broken);
            } catch (Exception | StackOverflowError e) {
                assertThat(e).as("try %d: %s", i, shortened(broken)).isInstanceOf(refusal);
                assertThat(e.getMessage())
                        .as("try %d: %s", i, shortened(broken))
                        .startsWith(source);
                assertThat(e.getMessage()).as(shortened(broken)).hasSizeGreaterThan(source.length() + 3);
            }
        }
    }

    private static String shortened(String text) {
        return text.length() > 1500 ? text.substring(0, 1500) + "…" : text;
    }

    private static String session(String file) {
        try {
            return Files.readString(SESSIONS.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Half of the texts are not in UTF-8.
    private static InputStream stream(String text) {
        boolean isUtf8 = text.hashCode() % 2 == 0;
        return new ByteArrayInputStream(text.getBytes(isUtf8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1));
    }

    /// A graph that is read can also be used.
    private static void use(ResourceGraph graph) {
        new ResourceModel(graph, MatchPolicy.named("low").orElseThrow()).snapshot();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            graph.findByPath(graph.path(vertex));
        }
    }

    @Test
    void jgf() throws IOException {
        List<String> graphs = List.of(session("graphs/pair.json"), session("graphs/shared.json"));
        breakAll(graphs, GraphException.class, "", text -> use(JgfReader.read(stream(text), "fuzz")));
        breakAll(graphs, GraphException.class, "fuzz:", text -> JgfReader.readListing(text, "fuzz"));
    }

    @Test
    void grug() throws IOException {
        List<String> graphs = List.of(
                session("graphs/racks.graphml"), session("graphs/power.graphml"), session("graphs/shared.graphml"));
        breakAll(graphs, GraphException.class, "", text -> {
            if (!text.matches(LARGE_NUMBER)) {
                use(GrugReader.read(text, "fuzz"));
            }
        });
    }

    @Test
    void resourceSets() throws IOException {
        List<String> sets = List.of(session("graphs/hosts.json"), session("parts/right.json"));
        breakAll(sets, JobspecException.class, "fuzz:", text -> ResourceSetReader.read(text, "fuzz"));
        breakAll(List.of(sets.getFirst()), RuntimeException.class, "fuzz", text -> {
            try {
                Rv1ExecReader.read(text, "fuzz");
            } catch (GraphException | JobspecException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    @Test
    void jobspecs() throws IOException {
        List<String> jobs =
                List.of(session("jobs/near-ssd.yaml"), session("jobs/xor.yaml"), session("jobs/not-fast.yaml"), """
                {"version": 1, "resources": [{"type": "slot", "count": {"min": 1, "max": 8, "operator": "*", "operand": 2},
                 "label": "t", "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["a"], "slot": "t", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": 3.5, "constraints": {"and": [{"properties": ["a"]},
                  {"not": [{"hostlist": ["h[1-3]"]}]}, {"ranks": ["0-2"]}]}}}}""");
        for (Dialect dialect : Dialect.values()) {
            breakAll(jobs, JobspecException.class, "fuzz", text -> JobspecReader.read(text, "fuzz", dialect));
        }
    }

    @Test
    void sets() throws IOException {
        breakAll(List.of("0-3,7,9-12", "[1,4-9]"), MalformedTextException.class, "", Idset::parse);
        breakAll(List.of("n[0-3,07-12]x,login", "a1,b"), MalformedTextException.class, "", Hostlist::parse);
        breakAll(List.of("1.5h", "30m", "2d"), MalformedTextException.class, "", FluxDuration::parseSeconds);
        breakAll(
                List.of("status=up and (sched-now=free or jobid-alloc=3)", "names=n[1-3] agfilter=t"),
                MalformedTextException.class,
                "",
                CriteriaParser::parse);
    }

    @Test
    void swf() throws IOException {
        for (Strictness strictness : Strictness.values()) {
            breakAll(
                    List.of(SWF),
                    TraceException.class,
                    "fuzz:",
                    text -> SwfReader.read(stream(text), "fuzz", strictness));
        }
    }

    @Test
    void batsim() throws IOException {
        for (Strictness strictness : Strictness.values()) {
            breakAll(
                    List.of(BATSIM),
                    TraceException.class,
                    "fuzz:",
                    text -> BatsimReader.read(stream(text), "fuzz", strictness));
        }
    }

    @Test
    void platforms() throws IOException {
        breakAll(List.of(PLATFORM), TraceException.class, "fuzz:", text -> PlatformReader.read(stream(text), "fuzz"));
    }

    @Test
    void records() throws IOException {
        breakAll(Files.readAllLines(RECORDS), CodecException.class, "", RecordCodec::decode);
    }
}
