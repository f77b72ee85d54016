package dev.sluice.traces.swf;

import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Reads SWF, compressed or not, in one pass.
///
/// Accepts: no header, leading blanks, tabs, empty lines, Windows line ends, a byte order mark, comments
/// between jobs, jobs in any order, fractions in times. Columns beyond the eighteenth are ignored and such
/// lines are counted.
public final class SwfReader {
    private final String source;
    private final Strictness strictness;
    private final LeftOut.Counter leftOut = new LeftOut.Counter();
    private long linesWithMore;

    private SwfReader(String source, Strictness strictness) {
        this.source = source;
        this.strictness = strictness;
    }

    /// Receives the content in the order of the file.
    public interface Handler {
        /// A comment line.
        ///
        /// @param text what stands behind the semicolon
        void comment(String text);

        /// A job.
        ///
        /// @param row a value for every [SwfField]; only valid during the call
        void job(double[] row);
    }

    /// Lines that were left out or only partly read.
    ///
    /// @param linesWithMore lines with more than eighteen columns
    public record Summary(LeftOut leftOut, long linesWithMore) {}

    public static SwfTrace read(Path file, Strictness strictness) throws IOException {
        try (InputStream in = TraceFile.open(file)) {
            return readText(in, file.toString(), strictness);
        }
    }

    /// Reads a stream without closing it.
    ///
    /// @param source the name used in messages
    public static SwfTrace read(InputStream in, String source, Strictness strictness) throws IOException {
        return readText(TraceFile.decompressed(in, source), source, strictness);
    }

    private static SwfTrace readText(InputStream in, String source, Strictness strictness) throws IOException {
        SwfTrace.Builder trace = new SwfTrace.Builder();
        Summary summary = new SwfReader(source, strictness).run(in, collecting(trace, source));
        return trace.build(summary.leftOut(), summary.linesWithMore());
    }

    /// Passes the lines to the handler one by one, so the file may be of any size.
    public static Summary scan(Path file, Strictness strictness, Handler handler) throws IOException {
        try (InputStream in = TraceFile.open(file)) {
            return new SwfReader(file.toString(), strictness).run(in, handler);
        }
    }

    private static Handler collecting(SwfTrace.Builder trace, String source) {
        return new Handler() {
            @Override
            public void comment(String text) {
                trace.comment(text);
            }

            @Override
            public void job(double[] row) {
                if (trace.size() == SwfTrace.Builder.JOBS_MAX) {
                    throw new TraceException(
                            Place.startOf(source), "more jobs than (" + SwfTrace.Builder.JOBS_MAX + ")");
                }
                trace.add(row);
            }
        };
    }

    private Summary run(InputStream in, Handler handler) throws IOException {
        Lines lines = new Lines(in, source);
        SwfLine line = new SwfLine(source);
        while (lines.next()) {
            int at = start(lines);
            if (at == lines.to()) {
                continue;
            }
            if (lines.buffer()[at] == ';') {
                handler.comment(comment(lines, at + 1));
            } else {
                job(lines, at, line, handler);
            }
        }
        return new Summary(leftOut.result(), linesWithMore);
    }

    /// Carriage returns within a line are remains of other line ends.
    private static String comment(Lines lines, int from) {
        return new String(lines.buffer(), from, lines.to() - from, StandardCharsets.UTF_8).replace('\r', ' ');
    }

    private void job(Lines lines, int at, SwfLine line, Handler handler) {
        try {
            line.parse(lines, at);
        } catch (TraceException e) {
            if (strictness == Strictness.STRICT) {
                throw e;
            }
            leftOut.add(String.valueOf(e.getMessage()));
            return;
        }
        linesWithMore += line.hasMore() ? 1 : 0;
        handler.job(line.row());
    }

    /// Returns where the line begins, after blanks and a byte order mark.
    private static int start(Lines lines) {
        byte[] bytes = lines.buffer();
        int at = lines.from();
        boolean marked = lines.number() == 1
                && lines.to() - at >= 3
                && bytes[at] == (byte) 0xef
                && bytes[at + 1] == (byte) 0xbb
                && bytes[at + 2] == (byte) 0xbf;
        at += marked ? 3 : 0;
        while (at < lines.to() && SwfLine.isBlank(bytes[at])) {
            at++;
        }
        return at;
    }
}
