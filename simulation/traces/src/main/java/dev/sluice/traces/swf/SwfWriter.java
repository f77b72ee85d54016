package dev.sluice.traces.swf;

import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/// Writes SWF. A written trace reads back equal, including comments and their positions.
public final class SwfWriter {
    /// The approximate size of the pieces in which lines are written.
    private static final int PIECE_CHARS = 1 << 16;

    private SwfWriter() {}

    /// Compressed if the name ends in `.gz`; a failure leaves no half-written file.
    public static void write(SwfTrace trace, Path file) throws IOException {
        TraceFile.write(file, out -> write(trace, out));
    }

    /// Does not close the stream.
    public static void write(SwfTrace trace, OutputStream out) throws IOException {
        StringBuilder text = new StringBuilder(PIECE_CHARS + PIECE_CHARS / 4);
        List<SwfComment> comments = trace.comments();
        int written = 0;
        for (int job = 0; job < trace.size(); job++) {
            while (written < comments.size() && comments.get(written).beforeJob() <= job) {
                append(text, comments.get(written++));
            }
            append(text, trace, job);
            if (text.length() >= PIECE_CHARS) {
                flush(text, out);
            }
        }
        for (Iterator<SwfComment> rest = comments.listIterator(written); rest.hasNext(); ) {
            append(text, rest.next());
        }
        flush(text, out);
    }

    private static void append(StringBuilder text, SwfComment comment) {
        text.append(';').append(comment.text()).append('\n');
    }

    private static void append(StringBuilder text, SwfTrace trace, int job) {
        for (SwfField field : SwfField.values()) {
            if (field != SwfField.JOB_NUMBER) {
                text.append(' ');
            }
            append(text, trace.value(field, job));
        }
        text.append('\n');
    }

    /// Appends a plain decimal with as many digits as are needed to read the same number back.
    private static void append(StringBuilder text, double value) {
        if (value == (long) value) {
            text.append((long) value);
        } else {
            text.append(BigDecimal.valueOf(value).toPlainString());
        }
    }

    private static void flush(StringBuilder text, OutputStream out) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        text.setLength(0);
    }
}
