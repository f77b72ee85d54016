package dev.sluice.queue.postgres.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// The programs of PostgreSQL, unpacked once into the user's cache.
///
/// @param home has `bin`, `lib` and `share`
/// @param settings that this version knows and others may not
record Programs(Path home, List<String> settings) {
    /// Without worker processes: the database is small.
    private static final List<String> SETTINGS = List.of("io_method=sync");

    /// Unpacks the archive on the class path, unless that was done before.
    static Programs in(Path cache) throws IOException {
        String archive = Platform.archive();
        URL source = Programs.class.getResource("/" + archive);
        if (source == null) {
            throw new EmbeddedPostgresException("the archive (" + archive + ") is not on the class path");
        }
        Path home = cache.resolve("postgres-" + identity(source));
        if (!Files.isDirectory(home)) {
            Files.createDirectories(cache);
            Path unfinished = Files.createTempDirectory(cache, "unpacking-");
            try {
                unpack(source, unfinished);
                Files.setPosixFilePermissions(unfinished, PosixFilePermissions.fromString("rwxr-xr-x"));
                Directories.publish(unfinished, home);
            } finally {
                Directories.delete(unfinished);
            }
        }
        return new Programs(home, SETTINGS);
    }

    /// The archive's check sum, which its jar has ready: another version is another archive.
    private static String identity(URL source) throws IOException {
        URLConnection connection = source.openConnection();
        long sum = connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getCrc()
                : connection.getContentLengthLong();
        return Long.toHexString(sum);
    }

    private static void unpack(URL source, Path into) throws IOException {
        try (InputStream bytes = new BufferedInputStream(source.openStream());
                TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(bytes))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = into.resolve(entry.getName()).normalize();
                if (!target.startsWith(into)) {
                    throw new IOException("archive entry (" + entry.getName() + ") points out of the archive");
                }
                unpack(tar, entry, target);
            }
        }
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path target) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Path parent = target.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
            return;
        }
        Files.copy(tar, target);
        boolean isProgram = (entry.getMode() & 0111) != 0;
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(isProgram ? "rwxr-xr-x" : "rw-r--r--"));
    }

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }
}
