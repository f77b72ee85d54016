package dev.sluice.queue.postgres.embedded;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;

/// An initialised database cluster in the user's cache, with the store's tables and no rows. Copying it takes a tenth
/// of the time of `initdb`, and the program need not load what creates tables.
///
/// @param data the cluster
/// @param password that of the user `sluice`; the cache is closed to other users
record ClusterTemplate(Path data, String password) {
    static final String USER = "sluice";

    /// Counts changes of how `initdb` is called: a cluster of an earlier program is not used.
    private static final String FORMAT = "1";

    private static final Path RANDOM = Path.of("/dev/urandom");
    private static final int PASSWORD_BYTES = 16;

    static ClusterTemplate in(Programs programs, Identity identity) throws IOException {
        Path template = identity.cache()
                .resolve(programs.home().getFileName() + "-cluster-" + FORMAT + "-schema-" + Schema.VERSION);
        if (!Files.isDirectory(template)) {
            Path unfinished = Files.createTempDirectory(identity.cache(), "initialising-");
            try {
                initialise(programs, identity, unfinished);
                createTables(programs, identity, unfinished);
                Directories.publish(unfinished, template);
            } finally {
                Directories.delete(unfinished);
            }
        }
        return new ClusterTemplate(data(template), Files.readString(passwordFile(template)));
    }

    private static Path data(Path template) {
        return template.resolve("data");
    }

    private static Path passwordFile(Path template) {
        return template.resolve("password");
    }

    private static void initialise(Programs programs, Identity identity, Path into) throws IOException {
        Files.createFile(
                passwordFile(into), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwordFile(into), randomPassword());
        if (identity.owner().isPresent()) {
            Directories.give(into, identity.owner().get());
        }
        List<String> command = new ArrayList<>(identity.prefix());
        command.addAll(List.of(
                programs.program("initdb"),
                "--pgdata=" + data(into),
                "--username=" + USER,
                "--auth=scram-sha-256",
                "--pwfile=" + passwordFile(into),
                "--encoding=UTF8",
                "--no-locale",
                "--wal-segsize=1", // the smallest there is: less to copy
                "--no-sync",
                "--no-instructions"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        builder.directory(into.toFile());
        Process initdb = builder.start();
        initdb.getOutputStream().close();
        try (InputStream output = initdb.getInputStream()) {
            String said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            int exit = initdb.waitFor();
            if (exit != 0) {
                throw new EmbeddedPostgresException("initdb ends with exit code (%d): %s".formatted(exit, said));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            initdb.destroyForcibly();
            throw new EmbeddedPostgresException("interrupted while initdb runs", e);
        }
    }

    private static void createTables(Programs programs, Identity identity, Path template) throws IOException {
        String password = Files.readString(passwordFile(template));
        try (EmbeddedPostgres postgres =
                        EmbeddedPostgres.launch(programs, identity, template, password, true, OptionalInt.empty());
                Connections connections = new Connections(postgres.database(), "template")) {
            Schema.migrate(connections);
        }
    }

    private static String randomPassword() throws IOException {
        try (InputStream random = Files.newInputStream(RANDOM)) {
            return HexFormat.of().formatHex(random.readNBytes(PASSWORD_BYTES));
        }
    }
}
