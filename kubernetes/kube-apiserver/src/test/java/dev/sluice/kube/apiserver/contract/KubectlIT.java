package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real kubectl, unmodified and with its defaults, prints the same on the embedded server as on the real one.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class KubectlIT {
    /// Resources of the real server that the embedded one does not serve.
    private static final List<String> NOT_SERVED = List.of("componentstatuses");

    private record Printed(int code, String text) {}

    /// kubectl on one of the servers.
    private record Terminal(Path program, Path kubeconfig, Path folder) {
        ProcessBuilder command(List<String> arguments) {
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "--kubeconfig=" + kubeconfig,
                    "--cache-dir=" + folder.resolve("cache"),
                    "--namespace=team"));
            command.addAll(arguments);
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().put("KUBE_EDITOR", "sed -i s/paint:.red/paint:\\ blue/");
            return builder.redirectErrorStream(true);
        }

        Printed run(String line) throws IOException, InterruptedException {
            Process process = command(words(line)).start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Printed(process.waitFor(), comparable(text));
        }

        /// What stands between quotation marks belongs together.
        private static List<String> words(String line) {
            return Arrays.stream(line.split(" (?=(?:[^']*'[^']*')*[^']*$)", -1))
                    .map(word -> word.replace("'", ""))
                    .toList();
        }

        /// Without what differs from server to server and from run to run: times, identities, versions.
        private static String comparable(String text) {
            return text.lines()
                    .filter(line -> !line.matches("\\s*(resourceVersion|uid|creationTimestamp): .*"))
                    .map(line -> line.replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "(uid)")
                            .replaceAll("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9: +]+", "(time)")
                            .replaceAll("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z", "(time)")
                            .replaceAll("\\b[0-9]+(ms|s)\\b", "(age)")
                            .replaceAll(" +", " "))
                    .collect(Collectors.joining("\n"));
        }
    }

    @Test
    void kubectlPrintsTheSame(Kubectl kubectl, @TempDir Path folder) throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        List<String> lines = session();
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            Terminal real = terminal(kubectl.program(), kubectl.kubeconfig(), folder.resolve("real"));
            Terminal ours = terminal(kubectl.program(), kubeconfig(server, folder), folder.resolve("ours"));
            for (String line : lines) {
                Printed theirs = real.run(line);
                Printed mine = ours.run(line);
                if (!mine.equals(theirs)) {
                    differences.add(line + "\n  real: " + theirs + "\n  ours: " + mine);
                }
            }
        }
        System.out.printf("kubectl: %d commands, %d differences%n", lines.size(), differences.size());

        assertThat(differences).isEmpty();
    }

    @Test
    void resourcesAreTheSameButForThoseThatNobodyAnswers(Kubectl kubectl, @TempDir Path folder)
            throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            String list = "api-resources -o wide --no-headers --sort-by=name";
            Terminal real = terminal(kubectl.program(), kubectl.kubeconfig(), folder.resolve("real"));
            Terminal ours = terminal(kubectl.program(), kubeconfig(server, folder), folder.resolve("ours"));
            TreeSet<String> theirs = new TreeSet<>(real.run(list).text().lines().toList());
            TreeSet<String> mine = new TreeSet<>(ours.run(list).text().lines().toList());
            theirs.removeIf(line -> NOT_SERVED.stream().anyMatch(line::startsWith));

            assertThat(mine).containsExactlyElementsOf(theirs);
        }
    }

    @Test
    void kubectlWatches(Kubectl kubectl, @TempDir Path folder) throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            Terminal ours = terminal(kubectl.program(), kubeconfig(server, folder), folder.resolve("ours"));
            ours.run("create namespace team");
            ours.run("create configmap first");
            Process watch = ours.command(List.of("get", "configmaps", "-w", "--output-watch-events"))
                    .start();
            try (BufferedReader lines = watch.inputReader(StandardCharsets.UTF_8)) {
                List<String> seen = new ArrayList<>();
                seen.add(next(lines));
                seen.add(next(lines));
                ours.run("create configmap second --from-literal=k=v");
                seen.add(next(lines));
                ours.run("delete configmap first");
                seen.add(next(lines));

                assertThat(seen)
                        .containsExactly(
                                "EVENT NAME DATA AGE",
                                "ADDED first 0 (age)",
                                "ADDED second 1 (age)",
                                "DELETED first 0 (age)");
            } finally {
                watch.destroy();
            }
        }
    }

    private static String next(BufferedReader lines) throws IOException {
        return Terminal.comparable(Objects.requireNonNull(lines.readLine())).strip();
    }

    private static List<String> session() throws IOException {
        try (var stream = Objects.requireNonNull(KubectlIT.class.getResourceAsStream("/contract/kubectl.txt"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    private static Terminal terminal(Path program, Path kubeconfig, Path folder) throws IOException {
        Files.createDirectories(folder);
        for (String file :
                List.of("pod.yaml", "deployment.yaml", "nodes.yaml", "wrong.yaml", "list.yaml", "wronglist.yaml")) {
            try (var stream =
                    Objects.requireNonNull(KubectlIT.class.getResourceAsStream("/contract/kubectl/" + file))) {
                Files.write(folder.resolve(file), stream.readAllBytes());
            }
        }
        return new Terminal(program, kubeconfig, folder);
    }

    private static Path kubeconfig(EmbeddedApiServer server, Path folder) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: e, cluster: {server: "%s"}}]
                contexts: [{name: e, context: {cluster: e}}]
                current-context: e
                """.formatted(server.address()));
    }
}
