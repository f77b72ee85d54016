package dev.sluice.traces.swf;

import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import dev.sluice.traces.TraceFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.ZipException;

/// The lines of a stream, as ranges of one reused buffer.
final class Lines {
    private static final int BUFFER_BYTES = 1 << 16;

    /// Some archives append the nodes of a job to its line; 10,000 of them take some 200 KB.
    static final int LINE_BYTES_MAX = 1 << 20;

    private final InputStream in;
    private final String source;
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int from;
    private int to;
    private int next;
    private int filled;
    private long number;

    Lines(InputStream in, String source) {
        this.in = in;
        this.source = source;
    }

    /// Moves to the next line; returns false if there is none.
    boolean next() throws IOException {
        from = next;
        int scanned = next;
        while (true) {
            for (int i = scanned; i < filled; i++) {
                if (buffer[i] == '\n') {
                    end(i, i + 1);
                    return true;
                }
            }
            scanned = filled - from;
            boolean more = fill();
            scanned += from;
            if (!more) {
                end(filled, filled);
                return from < filled;
            }
        }
    }

    private void end(int end, int following) {
        to = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
        next = following;
        number++;
    }

    /// Moves the incomplete line to the front of the buffer and reads more.
    private boolean fill() throws IOException {
        int kept = filled - from;
        if (kept >= LINE_BYTES_MAX) {
            throw new TraceException(
                    new Place(source, number + 1, 1, ""),
                    "line longer than (" + LINE_BYTES_MAX + ") bytes. Maybe this is no SWF file");
        }
        byte[] target = kept < buffer.length ? buffer : Arrays.copyOf(buffer, 2 * buffer.length);
        System.arraycopy(buffer, from, target, 0, kept);
        buffer = target;
        from = 0;
        filled = kept;
        int read = read();
        filled += Math.max(0, read);
        return read > 0;
    }

    private int read() throws IOException {
        try {
            return in.read(buffer, filled, buffer.length - filled);
        } catch (ZipException | EOFException e) {
            throw TraceFile.damaged(new Place(source, number + 1, 1, ""), e);
        }
    }

    byte[] buffer() {
        return buffer;
    }

    int from() {
        return from;
    }

    /// Behind the last byte, the line's end not counted.
    int to() {
        return to;
    }

    /// Counts from 1.
    long number() {
        return number;
    }
}
