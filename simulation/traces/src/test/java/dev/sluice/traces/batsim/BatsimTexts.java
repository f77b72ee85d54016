package dev.sluice.traces.batsim;

import dev.sluice.traces.Strictness;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Workloads from and to texts.
final class BatsimTexts {
    private BatsimTexts() {}

    static BatsimWorkload read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8), Strictness.STRICT);
    }

    static BatsimWorkload read(byte[] bytes, Strictness strictness) {
        try {
            return BatsimReader.read(new ByteArrayInputStream(bytes), "w.json", strictness);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String write(BatsimWorkload workload) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            BatsimWriter.write(workload, out);
            return out.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A workload of one job of this profile.
    static String withProfile(String profile) {
        return """
                {"nb_res": 4,
                 "jobs": [{"id": 1, "subtime": 0, "res": 4, "profile": "p"}],
                 "profiles": {"p": %s, "d2": {"type": "delay", "delay": 2}, "d3": {"type": "delay", "delay": 3}}}
                """.formatted(profile);
    }
}
