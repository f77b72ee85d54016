package dev.sluice.architecture;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The map of the product: which modules there are or will be, what each may import, and which libraries it may
/// touch.
///
/// A module's package is its name with dots for hyphens: `kube-client` lives in `dev.sluice.kube.client`.
final class Modules {

    /// What a module may do besides computing.
    enum Kind {
        /// No I/O, no clock, no threads, no locks.
        PURE,
        /// May do I/O, but gets time, randomness and threads from outside.
        EDGE,
        /// Provides time, randomness and threads: `runtime` and the programs' mains.
        SOURCE,
        /// Helps tests; never part of the product.
        TEST_SUPPORT
    }

    record Module(String folder, String name, Kind kind, List<String> mayImport, List<String> libraries) {
        String packageIn(String root) {
            return root + "." + name.replace('-', '.');
        }
    }

    private static final String JSON = "com.fasterxml.jackson..";
    private static final String XML = "javax.xml.."; // the JDK's own
    private static final String TLS = "javax.net.ssl.."; // the JDK's own, as are the names in certificates
    private static final String CERTIFICATE_NAMES = "javax.security.auth.x500..";
    private static final String NAMES_IN_PARTS = "javax.naming..";
    private static final String YAML = "org.snakeyaml.engine..";
    private static final String HTTP = "io.helidon..";
    private static final String METRICS = "io.micrometer..";

    /// From the bottom up.
    static final List<Module> ALL = List.of(
            module("engine", "runtime", Kind.SOURCE).build(),
            module("engine", "jobspec", Kind.PURE).imports("runtime").uses(JSON, YAML),
            module("engine", "graph", Kind.PURE).imports("runtime", "jobspec").uses(JSON, XML),
            module("engine", "queue", Kind.PURE).imports("runtime", "jobspec").uses(JSON),
            module("engine", "scheduling", Kind.PURE)
                    .imports("runtime", "jobspec", "graph", "queue")
                    .build(),
            module("kubernetes", "kube", Kind.EDGE).imports("runtime").uses(JSON, CERTIFICATE_NAMES),
            module("kubernetes", "kube-schema", Kind.EDGE).imports("kube").uses(JSON),
            module("kubernetes", "kube-client", Kind.EDGE)
                    .imports("runtime", "kube", "kube-schema")
                    .uses("io.fabric8..", JSON),
            module("kubernetes", "kube-validation", Kind.EDGE)
                    .imports("runtime", "kube")
                    .build(),
            module("kubernetes", "kube-apiserver", Kind.EDGE)
                    .imports("runtime", "kube", "kube-schema", "kube-validation")
                    .uses(
                            HTTP,
                            TLS,
                            CERTIFICATE_NAMES,
                            NAMES_IN_PARTS,
                            JSON,
                            YAML,
                            "com.google.protobuf..",
                            "dev.cel..",
                            "com.google.common..",
                            "com.google.re2j.."),
            module("kubernetes", "kube-cluster", Kind.EDGE)
                    .imports("runtime", "kube", "kube-apiserver")
                    .build(),
            module("kubernetes", "controller", Kind.EDGE)
                    .imports("runtime", "jobspec", "graph", "scheduling", "queue", "kube")
                    .uses(HTTP, METRICS),
            module("storage", "queue-postgres", Kind.EDGE)
                    .imports("runtime", "jobspec", "queue")
                    .uses(
                            "org.postgresql..",
                            "com.zaxxer.hikari..",
                            "org.flywaydb..",
                            "org.apache.commons.compress..",
                            "org.tukaani.xz.."),
            module("simulation", "traces", Kind.EDGE)
                    .imports("runtime", "jobspec")
                    .uses(JSON, XML),
            module("simulation", "simulator", Kind.EDGE)
                    .imports(
                            "runtime",
                            "jobspec",
                            "graph",
                            "scheduling",
                            "queue",
                            "traces",
                            "controller",
                            "kube",
                            "kube-apiserver",
                            "kube-cluster")
                    .uses(JSON),
            module("simulation", "batsim", Kind.EDGE)
                    .imports("runtime", "jobspec", "graph", "scheduling", "queue", "traces", "simulator")
                    .uses(JSON, "org.zeromq.."),
            module("slurm", "slurm-client", Kind.EDGE).imports("runtime").uses(JSON),
            module("slurm", "virtual-kubelet", Kind.EDGE)
                    .imports("runtime", "jobspec", "kube", "slurm-client")
                    .uses(HTTP, JSON),
            module("app", "fluxion-service", Kind.EDGE)
                    .imports("runtime", "jobspec", "graph")
                    .uses("io.grpc..", "com.google.protobuf.."),
            module("app", "dashboard", Kind.EDGE)
                    .imports("runtime", "jobspec", "queue", "kube")
                    .uses(HTTP, JSON),
            module("app", "server", Kind.SOURCE)
                    .imports(
                            "runtime",
                            "jobspec",
                            "graph",
                            "scheduling",
                            "queue",
                            "queue-postgres",
                            "kube",
                            "kube-client",
                            "kube-apiserver",
                            "controller",
                            "dashboard",
                            "fluxion-service",
                            "slurm-client",
                            "virtual-kubelet")
                    .uses(HTTP, TLS, JSON, YAML, METRICS, "io.zonky.."),
            module("app", "cli", Kind.SOURCE)
                    .imports(
                            "runtime",
                            "jobspec",
                            "graph",
                            "scheduling",
                            "queue",
                            "queue-postgres",
                            "traces",
                            "simulator",
                            "batsim",
                            "kube",
                            "kube-schema",
                            "kube-client",
                            "kube-apiserver",
                            "kube-cluster",
                            "controller",
                            "server")
                    .uses("picocli..", "org.jline..", "me.tongfei..", JSON, YAML),
            module("testing", "outside-data", Kind.TEST_SUPPORT).uses("org.junit.."),
            module("testing", "testkit", Kind.TEST_SUPPORT)
                    .imports("runtime", "jobspec", "graph", "scheduling", "queue", "kube")
                    .uses("org.junit..", "org.assertj..", "io.zonky..", JSON));

    private Modules() {}

    static Module named(String name) {
        return ALL.stream()
                .filter(module -> module.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// The module that a package belongs to: `dev.sluice.kube.client.http` is `kube-client`'s, not `kube`'s.
    static Optional<Module> of(String packageName, String root) {
        return ALL.stream()
                .filter(module -> (packageName + ".").startsWith(module.packageIn(root) + "."))
                .max(Comparator.comparingInt(module -> module.name().length()));
    }

    private static Builder module(String folder, String name, Kind kind) {
        return new Builder(folder, name, kind, List.of());
    }

    private record Builder(String folder, String name, Kind kind, List<String> mayImport) {
        Builder imports(String... names) {
            return new Builder(folder, name, kind, List.of(names));
        }

        Module uses(String... libraries) {
            return new Module(folder, name, kind, mayImport, List.of(libraries));
        }

        Module build() {
            return uses();
        }
    }
}
