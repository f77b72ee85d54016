package dev.sluice.testkit.kubernetes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;

/// A running control plane: real etcd, API server and, unless left out, controller-manager, scheduler and simulated
/// nodes.
///
/// It lives as long as the standard input that this process holds open for it, so it ends with the tests however they
/// end.
public final class ControlPlane implements AutoCloseable {
    /// Far longer than etcd and the servers take to stop; a control plane that runs longer hangs.
    private static final long END_SECONDS = 60;

    private final Process process;
    private final KubernetesTools tools;
    private final Path kubeconfig;

    private ControlPlane(Process process, KubernetesTools tools, Path kubeconfig) {
        this.process = process;
        this.tools = tools;
        this.kubeconfig = kubeconfig;
    }

    static ControlPlane start(Setup setup, Path folder) {
        KubernetesTools tools = KubernetesTools.find();
        if (!tools.built()) {
            throw new IllegalStateException("no Kubernetes binaries in (" + tools.binaries()
                    + "). Maybe run tools/kubernetes/build, which takes about 10 minutes once.");
        }
        List<String> command =
                new ArrayList<>(List.of(tools.folder().resolve("up").toString(), "--attached"));
        command.addAll(List.of("--dir", folder.toString()));
        command.addAll(setup.options());
        try {
            Files.createDirectories(folder.getParent());
            Path log = folder.resolveSibling(folder.getFileName() + ".log");
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            return new ControlPlane(process, tools, awaitReady(process, log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// `up` says `ready KUBECONFIG MILLISECONDS` in its first line, or ends and has told its log why.
    private static Path awaitReady(Process process, Path log) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith("ready ")) {
            process.destroy();
            throw new IllegalStateException("the control plane did not start:\n" + Files.readString(log));
        }
        return Path.of(line.substring("ready ".length(), line.lastIndexOf(' ')));
    }

    /// Returns the kubeconfig with an administrator's certificate.
    public Path kubeconfig() {
        return kubeconfig;
    }

    /// Returns the folder of `kubectl` and the servers.
    public Path binaries() {
        return tools.binaries();
    }

    /// Returns the KWOK stages of nodes and pods; KWOK has none by default.
    public List<Path> stages() {
        try (Stream<Path> files = Files.list(tools.folder().resolve("stages"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Kubectl kubectl() {
        return new Kubectl(binaries().resolve("kubectl"), kubeconfig, "default");
    }

    /// A component that can be restarted.
    public enum Restartable {
        ETCD("etcd"),
        API_SERVER("kube-apiserver"),
        CONTROLLER_MANAGER("kube-controller-manager"),
        SCHEDULER("kube-scheduler"),
        KWOK("kwok");

        private final String name;

        Restartable(String name) {
            this.name = name;
        }
    }

    /// Stops a component and starts it again; the others run on. Returns when it is ready.
    public void restart(Restartable component) {
        restart(List.of(component.name));
    }

    /// Like [#restart], by SIGKILL.
    public void kill(Restartable component) {
        restart(List.of("--kill", component.name));
    }

    private void restart(List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                tools.folder().resolve("restart").toString(),
                "--dir",
                kubeconfig.resolveSibling("").toString()));
        command.addAll(options);
        try {
            Process restart =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(restart.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (restart.waitFor() != 0) {
                throw new IllegalStateException("(%s) failed: %s".formatted(String.join(" ", command), output));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroy();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }

    /// The set-up of a test class. Equal set-ups share a control plane.
    ///
    /// @param owner the class, if it needs a control plane of its own
    record Setup(
            String owner,
            int nodes,
            List<String> without,
            List<String> featureGates,
            List<String> runtimeConfig,
            String compactionInterval) {

        static Setup of(Class<?> test) {
            RealKubernetes wish =
                    AnnotationSupport.findAnnotation(test, RealKubernetes.class).orElseThrow();
            List<String> without = new ArrayList<>();
            for (RealKubernetes.Component component : wish.without()) {
                without.add(component.name);
            }
            return new Setup(
                    wish.shared() ? "" : test.getName(),
                    wish.nodes(),
                    without,
                    List.of(wish.featureGates()),
                    List.of(wish.runtimeConfig()),
                    wish.compactionInterval());
        }

        boolean hasControllerManager() {
            return !without.contains(RealKubernetes.Component.CONTROLLER_MANAGER.name);
        }

        List<String> options() {
            List<String> options = new ArrayList<>(List.of("--nodes", Integer.toString(nodes)));
            addList(options, "--without", without);
            addList(options, "--feature-gates", featureGates);
            addList(options, "--runtime-config", runtimeConfig);
            addList(
                    options,
                    "--compaction-interval",
                    compactionInterval.isEmpty() ? List.of() : List.of(compactionInterval));
            return options;
        }

        private static void addList(List<String> options, String name, List<String> values) {
            if (!values.isEmpty()) {
                options.add(name);
                options.add(String.join(",", values));
            }
        }
    }
}
