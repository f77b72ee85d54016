package dev.sluice.cli.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// All checks of `sluice doctor`, in the order in which a new user meets the requirements.
final class Checks {

    /// The Go release that the go.mod of the pinned Kubernetes requires.
    private static final String GO_OLDEST = "1.26";

    private static final Path DEBIAN_POSTGRES = Path.of("/usr/lib/postgresql");

    private Checks() {}

    static List<Check> all() {
        return List.of(
                new Check(
                        "JDK",
                        true,
                        "everything",
                        "install a JDK 25, for instance Eclipse Temurin, or set JAVA_HOME to one",
                        _ -> jdk()),
                new Check(
                        "Maven",
                        true,
                        "building and testing",
                        "install Maven 3.8 or newer, on Debian: apt-get install maven",
                        Program.of("mvn").since("3.8")),
                new Check(
                        "Go",
                        false,
                        "building the real Kubernetes for tests",
                        "install Go " + GO_OLDEST + " or newer",
                        Program.of("go").withVersionArguments("version").since(GO_OLDEST)),
                new Check(
                        "Kubernetes binaries",
                        false,
                        "tests on a real control plane",
                        "run tools/kubernetes/build (about 10 minutes, once)",
                        Checks::kubernetesBinaries),
                new Check(
                        "kubectl",
                        false,
                        "talking to clusters by hand",
                        "run tools/kubernetes/build, or install kubectl",
                        Checks::kubectl),
                new Check(
                        "PostgreSQL",
                        false,
                        "production; tests bring their own",
                        "on Debian: apt-get install postgresql",
                        Checks::postgres),
                new Check(
                        "Slurm",
                        false,
                        "running pods on a Slurm cluster",
                        "on Debian: apt-get install slurm-client; its cluster is your site's",
                        Program.of("sinfo")),
                new Check(
                        "Chromium",
                        false,
                        "tests of pages and reports",
                        "on Debian: apt-get install chromium",
                        Program.of("chromium", "chromium-browser", "google-chrome")),
                new Check(
                        "ptrace",
                        false,
                        "unmodified schedulers on virtual time",
                        "in a container: add the capability SYS_PTRACE; on the host: sysctl kernel.yama.ptrace_scope=1",
                        new Ptrace()),
                new Check(
                        "user namespaces",
                        false,
                        "embedded PostgreSQL as root, pods on Slurm without root",
                        "as root: sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000",
                        Checks::userNamespaces));
    }

    private static Finding jdk() {
        return Finding.ok(Runtime.version() + " in " + System.getProperty("java.home"));
    }

    /// Asks the build script, which owns the layout of its cache.
    private static Finding kubernetesBinaries(Machine machine) {
        return kubernetesBin(machine)
                .map(bin -> Finding.ok("built, in " + bin))
                .orElseGet(() -> Finding.missing("not built yet"));
    }

    private static Optional<Path> kubernetesBin(Machine machine) {
        Path build = machine.home().resolve("tools/kubernetes/build");
        return machine.run(List.of(build.toString(), "--where"))
                .filter(answer -> answer.exitCode() == 0)
                .map(answer -> Path.of(answer.firstLine()));
    }

    private static Finding kubectl(Machine machine) {
        Program kubectl = Program.of("kubectl").withVersionArguments("version", "--client");
        return machine.find("kubectl")
                .or(() -> kubernetesBin(machine).map(bin -> bin.resolve("kubectl")))
                .map(path -> kubectl.examine(machine, path))
                .orElseGet(() -> Finding.missing("neither in PATH nor built"));
    }

    /// Looks for the server, which Debian keeps out of PATH.
    private static Finding postgres(Machine machine) {
        Program server = Program.of("postgres");
        return machine.find("postgres")
                .or(Checks::newestDebianPostgres)
                .map(path -> server.examine(machine, path))
                .orElseGet(() -> Finding.missing("no server in PATH or " + DEBIAN_POSTGRES));
    }

    private static Optional<Path> newestDebianPostgres() {
        String[] versions = DEBIAN_POSTGRES.toFile().list();
        return Arrays.stream(versions == null ? new String[0] : versions)
                .sorted(Program.byNumber().reversed())
                .map(version -> DEBIAN_POSTGRES.resolve(version).resolve("bin/postgres"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Finding userNamespaces(Machine machine) {
        Optional<Path> unshare = machine.find("unshare");
        if (unshare.isEmpty()) {
            return Finding.missing("no unshare in PATH to try them with");
        }
        boolean allowed = machine.run(List.of(unshare.get().toString(), "--user", "--map-root-user", "true"))
                .filter(answer -> answer.exitCode() == 0)
                .isPresent();
        return allowed
                ? Finding.ok("a process can have its own")
                : new Finding(Finding.Status.REFUSED, "the kernel refuses them");
    }
}
