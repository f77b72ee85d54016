package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real launcher in a checkout of its own, with the real jars. Only Maven is stood in for: a script that counts its
/// calls and delivers what this build has just packaged, so that a launch takes seconds.
class LauncherIT {
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path PROJECT = MODULE.resolve("../..").normalize();

    /// What the launcher and the embedded database ask of the system, besides a JDK and Maven.
    private static final List<String> TOOLS = List.of(
            "bash",
            "env",
            "cat",
            "cp",
            "dirname",
            "find",
            "flock",
            "grep",
            "head",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "setpriv",
            "setsid",
            "sh",
            "sleep",
            "tee",
            "touch",
            "true",
            "unshare");

    /// Longer than a busy machine takes to build and record.
    private static final long LIMIT_SECONDS = 240;

    /// How often the output of a running process is read.
    private static final long LOOK_MILLIS = 100;

    @TempDir
    Path folder;

    /// Recording takes longer than all the rest.
    private final Map<String, String> environment = new HashMap<>(Map.of("SLUICE_RECORD", "no"));

    private Path checkout;
    private Path tools;

    @BeforeEach
    void makeACheckout() throws IOException {
        checkout = Files.createDirectory(folder.resolve("checkout"));
        copy(PROJECT.resolve("sluice"), checkout.resolve("sluice"));
        copy(PROJECT.resolve("bin/java-home"), checkout.resolve("bin/java-home"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        Files.createDirectories(source().resolveSibling("."));
        Files.writeString(source(), "class Source {}");

        tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), find(tool));
        }
        script(
                tools.resolve("mvn"),
                // The start-up training runs the doctor, which asks for the version.
                "case $* in --version) echo 3.9.9; exit ;; esac",
                "echo call >> '" + folder.resolve("maven-calls") + "'",
                "mkdir -p app/cli/target/lib",
                "cp '" + MODULE.resolve("target/sluice.jar") + "' app/cli/target/",
                "cp '" + MODULE.resolve("target/lib") + "'/*.jar app/cli/target/lib/");
    }

    /// JUnit warns of each link that it removes from a temporary folder.
    @AfterEach
    void removeLinks() throws IOException {
        for (String tool : TOOLS) {
            Files.delete(tools.resolve(tool));
        }
    }

    @Test
    void aBuildRecordsWhatStartsNeed() {
        environment.put("SLUICE_RECORD", "yes");

        assertThat(launch("--version").out()).startsWith("sluice ");
        assertThat(launch("--version").out()).as("by the record").startsWith("sluice ");
        assertThat(checkout.resolve("target/dist"))
                .isDirectoryRecursivelyContaining("glob:**/sluice.aot")
                .isDirectoryRecursivelyContaining("glob:**/up.aot");
    }

    /// Validation rules in CEL are evaluated with protobuf-java, which uses `sun.misc.Unsafe`.
    @Test
    void aClusterWritesNoWarnings() throws IOException, InterruptedException {
        launch("--version");
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Launch up = start(
                checkout,
                checkout.resolve("sluice"),
                "up",
                "--nodes=1",
                "--plain-port=" + port,
                "--kubeconfig=" + folder.resolve("kubeconfig"));
        try (HttpClient http = HttpClient.newHttpClient()) {
            while (!Files.readString(up.out()).contains(" is up at ")) {
                assertThat(up.process().waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS))
                        .isFalse();
            }
            URI definitions = URI.create(
                    "http://127.0.0.1:%d/apis/apiextensions.k8s.io/v1/customresourcedefinitions".formatted(port));
            HttpRequest create = HttpRequest.newBuilder(definitions)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("""
                            {"metadata":{"name":"hosts.hpc.io"},"spec":{"group":"hpc.io","scope":"Cluster",
                             "names":{"plural":"hosts","kind":"Host"},"versions":[{"name":"v1","served":true,
                             "storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{
                             "type":"object","properties":{"n":{"type":"integer"}},
                             "x-kubernetes-validations":[{"rule":"self.n > 0"}]}}}}}]}}"""))
                    .build();
            assertThat(http.send(create, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(201);
            up.process().destroy();

            assertThat(finish(up).err()).isEmpty();
        } finally {
            up.process().destroyForcibly();
        }
    }

    @Test
    void itBuildsOnceAndAgainOnlyWhenSourcesChange() throws IOException {
        assertThat(launch("--version").out()).startsWith("sluice ");
        assertThat(launch("--version").exitCode()).isZero();
        assertThat(mavenCalls()).isOne();

        Files.setLastModifiedTime(source(), FileTime.from(Instant.now().plusSeconds(1)));
        launch("--version");
        assertThat(mavenCalls()).as("after a change").isEqualTo(2);

        Files.delete(source());
        Files.setLastModifiedTime(
                source().getParent(), FileTime.from(Instant.now().plusSeconds(2)));
        assertThat(launch("--version").out()).startsWith("sluice ");
        assertThat(mavenCalls()).as("after a removal").isEqualTo(3);
    }

    @Test
    void concurrentFirstRunsShareOneBuild() {
        List<Launch> launches = Stream.generate(() -> start(checkout, checkout.resolve("sluice"), "--version"))
                .limit(4)
                .toList();

        assertThat(launches)
                .allSatisfy(launch -> assertThat(finish(launch).out()).startsWith("sluice "));
        assertThat(mavenCalls()).isOne();
    }

    @Test
    void itWorksFromAnyFolderAndThroughSymbolicLinks() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("else where"));
        Path relative = Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("../checkout/sluice"));
        Path chained = Files.createSymbolicLink(elsewhere.resolve("chained"), relative);

        assertThat(finish(start(elsewhere, chained, "--version")).out()).startsWith("sluice ");
        assertThat(finish(start(elsewhere, Path.of("../checkout/sluice"), "--version"))
                        .out())
                .startsWith("sluice ");
        assertThat(mavenCalls()).isOne();
    }

    @Test
    void exitCodesAndArgumentsPassThrough() {
        Terminal terminal = launch("no such command", "");

        assertThat(terminal.exitCode()).isEqualTo(2);
        assertThat(terminal.err()).contains("there is no command 'no such command'");
    }

    @Test
    void aMissingMavenIsReportedInOneSentence() throws IOException {
        Files.delete(tools.resolve("mvn"));

        Terminal terminal = launch("--version");

        assertThat(terminal.exitCode()).isEqualTo(2);
        assertThat(terminal.err())
                .isEqualTo("sluice: Maven is needed to build Sluice and is not in PATH;"
                        + " install it (on Debian: apt-get install maven).\n");
    }

    @Test
    void anExistingBuildNeedsNoMaven() throws IOException {
        launch("--version");
        Files.delete(tools.resolve("mvn"));

        assertThat(launch("--version").out()).startsWith("sluice ");
    }

    @Test
    void aFailedBuildShowsMavensOutputAndLeavesNothingBehind() throws IOException {
        script(tools.resolve("mvn"), "echo '[ERROR] Source.java:[1,1] no'", "exit 1");

        Terminal terminal = launch("--version");

        assertThat(terminal.exitCode()).isOne();
        assertThat(terminal.err()).contains("[ERROR] Source.java:[1,1] no", "build.log");
        assertThat(checkout.resolve("target/dist/current")).doesNotExist();
    }

    private Terminal launch(String... arguments) {
        return finish(start(checkout, checkout.resolve("sluice"), arguments));
    }

    /// One that has been started; files hold what it says, as to read a pipe may take for ever.
    private record Launch(Process process, Path out, Path err) {}

    private Launch start(Path directory, Path launcher, String... arguments) {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            Path out = Files.createTempFile(folder, "launch", ".out");
            Path err = Files.createTempFile(folder, "launch", ".err");
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
            return new Launch(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Terminal finish(Launch launch) {
        Process process = launch.process();
        try {
            boolean hasEnded = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String err = Files.readString(launch.err());
            assertThat(hasEnded).as(err).isTrue();
            return new Terminal(process.exitValue(), Files.readString(launch.out()), err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private long mavenCalls() {
        try (Stream<String> calls = Files.lines(folder.resolve("maven-calls"))) {
            return calls.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path source() {
        return checkout.resolve("app/cli/src/main/java/Source.java");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.resolveSibling("."));
        Files.copy(from, to);
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\nset -e\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path find(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(directory -> Path.of(directory, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
