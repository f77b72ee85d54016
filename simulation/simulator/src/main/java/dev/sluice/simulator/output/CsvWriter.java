package dev.sluice.simulator.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes rows of numbers and names directly as bytes: half a million rows take less than a second.
final class CsvWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;

    /// Room for the longest number: sign, 19 digits, point, six decimals.
    private static final int NUMBER_BYTES = 32;

    private static final long MICRO = 1_000_000;
    private static final int DECIMALS = 6;

    /// Above this, a `double` has no meaningful decimals, and its millionths do not fit a `long`.
    private static final double PRINTABLE_MAX = 9e12;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int used;
    private boolean rowBegun;

    CsvWriter(OutputStream out) {
        this.out = out;
    }

    CsvWriter header(String... columns) throws IOException {
        for (String column : columns) {
            text(column);
        }
        return endRow();
    }

    CsvWriter empty() throws IOException {
        separate();
        return this;
    }

    CsvWriter integer(long value) throws IOException {
        separate();
        digits(value);
        return this;
    }

    /// Seconds with six decimals, as C's `%f` prints them.
    CsvWriter seconds(long nanos) throws IOException {
        separate();
        long micros = (Math.abs(nanos) + 500) / 1000;
        if (nanos < 0 && micros > 0) {
            put('-');
        }
        fixed(micros / MICRO, micros % MICRO);
        return this;
    }

    /// Seconds with as many decimals as they need, up to six.
    CsvWriter shortSeconds(long nanos) throws IOException {
        seconds(nanos);
        while (buffer[used - 1] == '0') {
            used--;
        }
        if (buffer[used - 1] == '.') {
            used--;
        }
        return this;
    }

    /// Writes the quotient of two times with six decimals. Exact, where a division of `double`s would be off
    /// for large ones.
    CsvWriter quotient(long dividend, long divisor) throws IOException {
        if (divisor == 0) {
            return decimal(dividend == 0 ? Double.NaN : Double.POSITIVE_INFINITY);
        }
        separate();
        long whole = dividend / divisor;
        long micros = Math.round((double) (dividend % divisor) / divisor * MICRO);
        fixed(whole + micros / MICRO, micros % MICRO);
        return this;
    }

    /// A number with six decimals.
    CsvWriter decimal(double value) throws IOException {
        separate();
        if (Double.isNaN(value)) {
            plain("nan");
        } else if (Math.abs(value) > PRINTABLE_MAX) {
            plain(Double.isInfinite(value) ? value > 0 ? "inf" : "-inf" : "%.6f".formatted(value));
        } else {
            long micros = Math.round(Math.abs(value) * MICRO);
            if (value < 0 && micros > 0) {
                put('-');
            }
            fixed(micros / MICRO, micros % MICRO);
        }
        return this;
    }

    /// Writes a name, quoted if necessary.
    CsvWriter text(String text) throws IOException {
        separate();
        if (isPlain(text)) {
            plain(text);
        } else {
            put('"');
            plain(text.replace("\"", "\"\""));
            put('"');
        }
        return this;
    }

    /// Text in quotes, needed or not.
    CsvWriter quoted(String text) throws IOException {
        separate();
        put('"');
        plain(text.replace("\"", "\"\""));
        put('"');
        return this;
    }

    /// Appends to the current field; the row must have one.
    CsvWriter append(char separator, long value) throws IOException {
        put(separator);
        digits(value);
        return this;
    }

    CsvWriter endRow() throws IOException {
        put('\n');
        rowBegun = false;
        return this;
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    private void separate() throws IOException {
        if (rowBegun) {
            put(',');
        }
        rowBegun = true;
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return false;
            }
        }
        return true;
    }

    private void plain(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > BUFFER_BYTES - NUMBER_BYTES) {
            flush();
            out.write(bytes);
            return;
        }
        reserve(bytes.length);
        System.arraycopy(bytes, 0, buffer, used, bytes.length);
        used += bytes.length;
    }

    private void fixed(long whole, long micros) throws IOException {
        digits(whole);
        put('.');
        long rest = micros;
        for (int i = DECIMALS - 1; i >= 0; i--) {
            buffer[used + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        used += DECIMALS;
    }

    private void digits(long value) throws IOException {
        reserve(NUMBER_BYTES);
        if (value < 0) {
            plain(Long.toString(value));
            return;
        }
        int count = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            count++;
        }
        long rest = value;
        for (int i = count - 1; i >= 0; i--) {
            buffer[used + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        used += count;
    }

    private void put(char ascii) throws IOException {
        reserve(NUMBER_BYTES);
        buffer[used++] = (byte) ascii;
    }

    private void reserve(int bytes) throws IOException {
        if (used + bytes > BUFFER_BYTES) {
            flush();
        }
    }

    private void flush() throws IOException {
        out.write(buffer, 0, used);
        used = 0;
    }
}
