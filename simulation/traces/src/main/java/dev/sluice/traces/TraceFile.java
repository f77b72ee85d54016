package dev.sluice.traces;

import dev.sluice.traces.TraceException.Place;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/// Reads plain or gzip files, and writes files atomically.
public final class TraceFile {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;

    private TraceFile() {}

    /// Writes the content of a new file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Opens the file's text. Compression is detected by the first bytes, not by the name.
    public static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return decompressed(raw, file.toString());
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /// Decompresses a stream if necessary.
    ///
    /// @param source the name used in messages
    public static InputStream decompressed(InputStream raw, String source) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER_BYTES);
        in.mark(2);
        int magic = in.read() << Byte.SIZE | in.read();
        in.reset();
        try {
            return magic == GZIP_MAGIC ? new GZIPInputStream(in, BUFFER_BYTES) : in;
        } catch (ZipException | EOFException e) {
            throw damaged(Place.startOf(source), e);
        }
    }

    /// Returns the exception for damaged compressed data.
    public static TraceException damaged(Place place, IOException cause) {
        return new TraceException(place, "the compressed data are damaged (" + cause.getMessage() + ")");
    }

    /// Writes a file, compressed if the name ends in `.gz`. The content is first written to a temporary file
    /// beside it, so that a failure leaves the old file intact; pipes and devices are written directly.
    public static void write(Path file, Content content) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            fill(file, isCompressed(file), content);
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path unfinished = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            fill(unfinished, isCompressed(file), content);
            Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            // The error of a full disk does not name the file.
            throw new FileSystemException(file.toString(), null, e.getMessage());
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static void fill(Path file, boolean compressed, Content content) throws IOException {
        OutputStream plain = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
        try (OutputStream out = compressed ? new GZIPOutputStream(plain, BUFFER_BYTES) : plain) {
            content.writeTo(out);
        }
    }

    public static boolean isCompressed(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /// Returns the file's name in lower case, without `.gz`.
    public static String plainName(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return isCompressed(file) ? name.substring(0, name.length() - ".gz".length()) : name;
    }
}
