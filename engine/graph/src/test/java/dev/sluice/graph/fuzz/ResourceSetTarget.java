package dev.sluice.graph.fuzz;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.Rv1ExecReader;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.rset.ResourceSetReader;

/// Resource sets: read alone, as graphs, and with the graph inside.
public final class ResourceSetTarget {
    private ResourceSetTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        String text = Texts.of(data);
        attempt(() -> ResourceSetReader.read(text, "fuzz"));
        attempt(() -> Rv1ExecReader.read(text, "fuzz"));
        attempt(() -> JgfReader.readScheduling(text, "fuzz"));
    }

    private static void attempt(Runnable reading) {
        try {
            reading.run();
        } catch (GraphException | JobspecException e) {
            // An expected refusal.
        }
    }
}
