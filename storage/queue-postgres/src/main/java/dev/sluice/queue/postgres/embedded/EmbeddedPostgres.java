package dev.sluice.queue.postgres.embedded;

import dev.sluice.queue.postgres.connect.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A PostgreSQL that comes with the program and needs nothing installed. It listens on 127.0.0.1 only and asks for a
/// password.
///
/// [#throwaway] is for trying out and for tests: its data are gone with the process. [#keptIn] keeps them, and is as
/// safe as any PostgreSQL on this disk. Either ends with the Java process, however that ends: a shell watches it.
public final class EmbeddedPostgres implements AutoCloseable {

    /// Another program may take the free port before PostgreSQL does.
    private static final int STARTS_MAX = 3;

    /// A fast shutdown writes a checkpoint; an immediate one takes milliseconds.
    private static final int STOP_SECONDS_MAX = 60;

    private static final int LOG_CHARS_SHOWN = 2_000;
    private static final String DATABASE = "postgres";
    private static final FileAttribute<Set<PosixFilePermission>> CLOSED =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final List<String> SETTINGS = List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=30",
            "shared_buffers=64MB",
            "wal_level=minimal",
            "max_wal_senders=0",
            "jit=off",
            "log_timezone=UTC",
            "lc_messages=C");
    private static final List<String> THROWAWAY_SETTINGS =
            List.of("fsync=off", "synchronous_commit=off", "full_page_writes=off");

    private final Process supervisor;
    private final Path directory;
    private final int port;
    private final String password;
    private final boolean isKept;

    private EmbeddedPostgres(Process supervisor, Path directory, int port, String password, boolean isKept) {
        this.supervisor = supervisor;
        this.directory = directory;
        this.port = port;
        this.password = password;
        this.isKept = isKept;
    }

    /// Starts a database that is gone when it is closed, or when the process ends.
    ///
    /// @throws EmbeddedPostgresException if it cannot be started
    public static EmbeddedPostgres throwaway() {
        try {
            return start(Files.createTempDirectory("sluice-postgres-"), false, OptionalInt.empty(), Identity.find());
        } catch (IOException e) {
            throw new EmbeddedPostgresException("the embedded PostgreSQL cannot be started: " + e.getMessage(), e);
        }
    }

    /// Starts a database whose files stay in a directory, which is created if it is not there.
    ///
    /// @param port to listen on, or any free one
    /// @throws EmbeddedPostgresException if it cannot be started
    public static EmbeddedPostgres keptIn(Path directory, OptionalInt port) {
        try {
            return start(Files.createDirectories(directory, CLOSED), true, port, Identity.find());
        } catch (IOException e) {
            throw new EmbeddedPostgresException(
                    "the embedded PostgreSQL cannot be started in (%s): %s".formatted(directory, e.getMessage()), e);
        }
    }

    static EmbeddedPostgres start(Path directory, boolean isKept, OptionalInt port, Identity identity)
            throws IOException {
        return start(Programs.in(identity.cache()), directory, isKept, port, identity);
    }

    /// Starts a database with these programs, which may be of another version than ours.
    static EmbeddedPostgres start(
            Programs programs, Path directory, boolean isKept, OptionalInt port, Identity identity) throws IOException {
        ClusterTemplate template = ClusterTemplate.in(programs, identity);
        String password = prepare(directory, template, identity);
        return launch(programs, identity, directory, password, isKept, port);
    }

    /// Starts PostgreSQL on the cluster in a directory.
    static EmbeddedPostgres launch(
            Programs programs, Identity identity, Path directory, String password, boolean isKept, OptionalInt port)
            throws IOException {
        for (int tries = 1; ; tries++) {
            int chosen = port.isPresent() ? port.getAsInt() : freePort();
            Process supervisor = supervise(programs, identity, directory, chosen, isKept);
            if (isReady(supervisor)) {
                return new EmbeddedPostgres(supervisor, directory, chosen, password, isKept);
            }
            String log = Files.exists(log(directory)) ? Files.readString(log(directory)) : "";
            stop(supervisor);
            boolean isPortTaken = log.contains("could not bind");
            if (port.isPresent() || !isPortTaken || tries == STARTS_MAX) {
                if (!isKept) {
                    Directories.delete(directory);
                }
                throw new EmbeddedPostgresException("PostgreSQL does not start on port (%d): %s"
                        .formatted(chosen, log.substring(Math.max(0, log.length() - LOG_CHARS_SHOWN))));
            }
        }
    }

    private static Path data(Path directory) {
        return directory.resolve("data");
    }

    private static Path log(Path directory) {
        return directory.resolve("log");
    }

    /// Copies the empty cluster, unless the directory has one. The cluster gets its name last, so that a copy which
    /// was interrupted is never taken for one.
    ///
    /// @return the password
    private static String prepare(Path directory, ClusterTemplate template, Identity identity) throws IOException {
        Path passwordFile = directory.resolve("password");
        if (Files.exists(data(directory), LinkOption.NOFOLLOW_LINKS)) {
            return Files.readString(passwordFile);
        }
        Files.deleteIfExists(passwordFile);
        Files.createFile(
                passwordFile, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwordFile, template.password());
        Path copy = Files.createTempDirectory(directory, "copying-");
        Directories.copy(template.data(), copy);
        if (identity.owner().isPresent()) {
            Directories.give(directory, identity.owner().get());
        }
        Files.move(copy, data(directory));
        return template.password();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process supervise(Programs programs, Identity identity, Path directory, int port, boolean isKept)
            throws IOException {
        List<String> command = new ArrayList<>(Identity.ownSession());
        command.addAll(identity.prefix());
        command.addAll(List.of("sh", "-c", script(), "supervise"));
        command.add(programs.program("postgres"));
        command.add(data(directory).toString());
        command.add(log(directory).toString());
        command.add(isKept ? "INT" : "QUIT");
        command.add(isKept ? "" : directory.toString());
        command.addAll(List.of("-p", Integer.toString(port)));
        List<String> settings = new ArrayList<>(SETTINGS);
        settings.addAll(programs.settings());
        settings.addAll(isKept ? List.of() : THROWAWAY_SETTINGS);
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("LC_ALL", "C");
        builder.directory(directory.toFile());
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log(directory).toFile()));
        if (identity.owner().isPresent() && Files.notExists(log(directory))) {
            Files.createFile(log(directory));
            Files.setOwner(log(directory), identity.owner().get());
        }
        return builder.start();
    }

    private static String script() throws IOException {
        try (InputStream text = EmbeddedPostgres.class.getResourceAsStream("supervise.sh")) {
            if (text == null) {
                throw new IOException("supervise.sh is not on the class path");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static boolean isReady(Process supervisor) throws IOException {
        BufferedReader output = supervisor.inputReader(StandardCharsets.UTF_8);
        return "ready".equals(output.readLine());
    }

    public Database database() {
        return new Database(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + DATABASE, ClusterTemplate.USER, password, isKept);
    }

    /// Returns the address for psql, with the password.
    public String psqlUrl() {
        return "postgresql://" + ClusterTemplate.USER + ":" + password + "@127.0.0.1:" + port + "/" + DATABASE;
    }

    public int port() {
        return port;
    }

    /// Returns the process that accepts connections.
    ProcessHandle postmaster() throws IOException {
        String pid =
                Files.readAllLines(data(directory).resolve("postmaster.pid")).getFirst();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    /// Stops the database and waits until it has ended.
    @Override
    public void close() {
        try {
            stop(supervisor);
            if (!isKept) {
                Directories.delete(directory);
            }
        } catch (IOException e) {
            throw new EmbeddedPostgresException("the embedded PostgreSQL cannot be stopped: " + e.getMessage(), e);
        }
    }

    private static void stop(Process supervisor) throws IOException {
        supervisor.getOutputStream().close();
        try {
            if (!supervisor.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
                supervisor.descendants().forEach(ProcessHandle::destroyForcibly);
                supervisor.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            supervisor.destroy();
        }
    }
}
