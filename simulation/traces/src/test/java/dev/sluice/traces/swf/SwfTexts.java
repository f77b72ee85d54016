package dev.sluice.traces.swf;

import dev.sluice.traces.Strictness;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Traces from and to texts.
final class SwfTexts {
    static final String JOB = "1 0 5 60 4 50 100 4 3600 200 1 7 8 9 0 2 -1 -1\n";

    private SwfTexts() {}

    static SwfTrace read(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8), Strictness.STRICT);
    }

    static SwfTrace readLeniently(String text) {
        return read(text.getBytes(StandardCharsets.UTF_8), Strictness.LENIENT);
    }

    static SwfTrace read(byte[] bytes, Strictness strictness) {
        try {
            return SwfReader.read(new ByteArrayInputStream(bytes), "t.swf", strictness);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String write(SwfTrace trace) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            SwfWriter.write(trace, out);
            return out.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
