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

/// Files as traces come in: plain or gzip, and never half-written.
public final class TraceFile {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int GZIP_MAGIC = 0x1f8b;

    private TraceFile() {}

    /// What fills a new file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// The file's text. Whether it is compressed is seen by its first bytes, whatever it is called.
    public static InputStream open(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            return decompressed(raw, file.toString());
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /// The same for a text from anywhere.
    ///
    /// @param source what messages call it
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

    /// Compressed data that do not decompress.
    public static TraceException damaged(Place place, IOException cause) {
        return new TraceException(place, "the compressed data are damaged (" + cause.getMessage() + ")");
    }

    /// Compressed if the name ends in `.gz`. The content goes to a file beside it first, so that a failure leaves
    /// what was there as it was; pipes and devices are written as they are.
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
            // A full disk does not say which file it was.
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

    /// The file's name in lower case, without the ending `.gz` if it has one.
    public static String plainName(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return isCompressed(file) ? name.substring(0, name.length() - ".gz".length()) : name;
    }
}
