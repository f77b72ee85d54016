package dev.sluice.queue.postgres.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// The PostgreSQL that is installed on this machine, usually of another version than the embedded one.
public final class InstalledPostgres {
    /// Where Debian's packages have their versions; only some of their programs are on the path.
    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");

    private InstalledPostgres() {}

    /// Starts a throwaway database; empty if no PostgreSQL is installed.
    public static Optional<EmbeddedPostgres> start() {
        return home().map(home -> {
            try {
                Path directory = Files.createTempDirectory("sluice-postgres-");
                return EmbeddedPostgres.start(
                        new Programs(home, List.of()), directory, false, OptionalInt.empty(), Identity.find());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Optional<Path> home() {
        Stream<Path> onPath = Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder).resolve("initdb"));
        return Stream.concat(onPath, packages().map(version -> version.resolve("bin", "initdb")))
                .filter(Files::isExecutable)
                .map(InstalledPostgres::homeOf)
                .filter(home -> Files.isExecutable(home.resolve("bin", "postgres")))
                .findFirst();
    }

    private static Stream<Path> packages() {
        File[] versions = PACKAGES.toFile().listFiles();
        return versions == null
                ? Stream.empty()
                : Arrays.stream(versions).sorted().map(File::toPath);
    }

    /// Programs find their libraries beside where they really are.
    private static Path homeOf(Path initdb) {
        try {
            return initdb.toRealPath().resolve("..", "..").normalize();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
