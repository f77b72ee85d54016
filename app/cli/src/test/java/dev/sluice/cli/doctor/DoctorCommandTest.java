package dev.sluice.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// On this real machine, and on machines made of a folder with a few scripts as their whole PATH.
class DoctorCommandTest {

    @TempDir
    Path folder;

    @Test
    void theTableNamesEveryCheckAndTheRemedyForWhatIsMissing() throws Exception {
        DoctorCommand.Report report = DoctorCommand.examine(bareMachine(), Checks.all());

        assertThat(report.checks())
                .extracting(DoctorCommand.Row::name)
                .containsExactly(
                        "JDK",
                        "Maven",
                        "Go",
                        "Kubernetes binaries",
                        "kubectl",
                        "PostgreSQL",
                        "Slurm",
                        "Chromium",
                        "ptrace",
                        "user namespaces");
        assertThat(report.checks()).allSatisfy(row -> {
            assertThat(row.neededFor()).isNotEmpty();
            assertThat(row.remedy().isEmpty()).isEqualTo(row.status().equals("ok"));
        });
        assertThat(statusOf(report, "Maven")).isEqualTo("missing");
        assertThat(statusOf(report, "JDK")).isEqualTo("ok");
    }

    @Test
    void aMissingRequirementMakesTheMachineUnhealthy() throws Exception {
        assertThat(DoctorCommand.examine(bareMachine(), Checks.all()).healthy()).isFalse();

        script("mvn", "echo Apache Maven 3.9.9");

        assertThat(DoctorCommand.examine(bareMachine(), Checks.all()).healthy()).isTrue();
    }

    @Test
    void aProgramThatIsTooOldIsDistinguished() throws IOException {
        script("go", "echo go version go1.9.7 linux/amd64");

        Finding finding =
                Program.of("go").withVersionArguments("version").since("1.26").apply(bareMachine());

        assertThat(finding.status()).isEqualTo(Finding.Status.TOO_OLD);
        assertThat(finding.found()).startsWith("1.9.7 in ");
    }

    @Test
    void aProgramThatFailsCountsAsMissing() throws IOException {
        script("sinfo", "exit 3");

        assertThat(Program.of("sinfo").apply(bareMachine()).status()).isEqualTo(Finding.Status.MISSING);
    }

    @Test
    void theBuildScriptIsAskedForTheKubernetesBinaries() throws Exception {
        Path build = folder.resolve("tools/kubernetes/build");
        Files.createDirectories(build.resolveSibling("."));
        script("tools/kubernetes/build", "[ \"$1\" = --where ] && echo /cache/bin");

        DoctorCommand.Report report = DoctorCommand.examine(bareMachine(), Checks.all());

        assertThat(report.checks()).anySatisfy(row -> {
            assertThat(row.name()).isEqualTo("Kubernetes binaries");
            assertThat(row.found()).isEqualTo("built, in /cache/bin");
        });
    }

    @Test
    void jsonAndTableAgree() throws IOException {
        JsonNode json = new JsonMapper().readTree(run("-o", "json"));
        String table = run();

        assertThat(json.get("checks")).hasSize(10).allSatisfy(check -> {
            assertThat(table).contains(check.get("name").asText());
            assertThat(check.fieldNames())
                    .toIterable()
                    .containsExactly("name", "status", "found", "obligatory", "neededFor", "remedy");
        });
    }

    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        new CommandLine(new DoctorCommand()).setOut(new PrintWriter(out)).execute(arguments);
        return out.toString();
    }

    private Machine bareMachine() {
        return new Machine(Map.of("PATH", folder.toString()), folder);
    }

    private static String statusOf(DoctorCommand.Report report, String name) {
        List<String> status = report.checks().stream()
                .filter(row -> row.name().equals(name))
                .map(DoctorCommand.Row::status)
                .toList();
        assertThat(status).hasSize(1);
        return status.getFirst();
    }

    private void script(String name, String body) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
