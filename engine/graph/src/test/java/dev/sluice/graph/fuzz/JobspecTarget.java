package dev.sluice.graph.fuzz;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.jobspec.parse.JobspecWriter;

/// Jobspecs in both dialects, which must survive a round trip.
public final class JobspecTarget {
    private JobspecTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        String text = Texts.of(data);
        for (Dialect dialect : Dialect.values()) {
            read(text, dialect);
        }
    }

    private static void read(String text, Dialect dialect) {
        Jobspec jobspec;
        try {
            jobspec = JobspecReader.read(text, "fuzz", dialect);
        } catch (JobspecException e) {
            return;
        }
        Jobspec again = JobspecReader.read(JobspecWriter.toJson(jobspec), "again", Dialect.RFC);
        Texts.same(JobspecWriter.toJson(jobspec), JobspecWriter.toJson(again));
    }
}
