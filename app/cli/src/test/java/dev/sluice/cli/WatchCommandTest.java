package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(WatchCommandTest.LIMIT_SECONDS)
class WatchCommandTest {
    /// Far longer than a busy machine takes.
    static final long LIMIT_SECONDS = 180;

    private static final long STOP_SECONDS = 20;
    private static final ResourceType ROLES =
            new ResourceType("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", false);
    private static final ResourceType BINDINGS =
            new ResourceType("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", false);

    @TempDir
    Path folder;

    private EmbeddedApiServer server;
    private Path kubeconfig;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), ServerOptions.secure(0));
        kubeconfig = folder.resolve("kubeconfig");
        server.kubeconfig().write(kubeconfig);
        node("node-0", "r0");
        node("node-1", "r0");
        node("node-2", "r1");
        pod("theirs", "default-scheduler", "node-0", "1500m");
        pod("ours", "sluice", "node-1", "2");
        server.kube()
                .patch(
                        KubeTypes.NODES,
                        ObjectKey.of("node-2"),
                        "",
                        Patch.merge(object("{'spec':{'unschedulable':true}}")),
                        WriteOptions.PLAIN);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    private void create(ResourceType type, String namespace, String text) {
        server.kube().create(type, namespace, object(text), WriteOptions.PLAIN);
    }

    private void node(String name, String rack) {
        create(
                KubeTypes.NODES,
                "",
                ("{'metadata':{'name':'%s','labels':{'example.com/rack':'%s'}},'status':{'allocatable':"
                                + "{'cpu':'4','memory':'8Gi','pods':'10'},'conditions':[{'type':'Ready','status':'True'}]}}")
                        .formatted(name, rack));
    }

    private void pod(String name, String scheduler, String node, String cpu) {
        create(
                KubeTypes.PODS,
                "default",
                ("{'metadata':{'name':'%s'},'spec':{'schedulerName':'%s','nodeName':'%s','containers':"
                                + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'%s','memory':'1Gi'}}}]}}")
                        .formatted(name, scheduler, node, cpu));
    }

    private Terminal watch(String... options) {
        String[] all = new String[options.length + 3];
        all[0] = "watch";
        all[1] = "--kubeconfig=" + kubeconfig;
        all[2] = "--rack-label=example.com/rack";
        System.arraycopy(options, 0, all, 3, options.length);
        return Terminal.run(all);
    }

    @Test
    void onceShowsThePictureAndThatThereIsNoDrift() {
        Terminal terminal = watch("--once");

        assertThat(terminal.exitCode()).as(terminal.err()).isEqualTo(ExitCode.OK);
        List<String> lines = terminal.out().lines().toList();
        assertThat(lines.getFirst()).startsWith("nodes: 3 (1 closed), pods: 1 of others and 1 own; ");
        assertThat(lines.get(1)).endsWith("ago: drift: 0, nodes compared: 3, pods compared: 2");
        assertThat(lines.subList(2, lines.size()))
                .containsExactly(
                        "",
                        "                nodes         cpu                     memory                      pods",
                        "all             3 (1 closed)  █▓▓░░░░▒▒▒ 1.5+2 of 12  █▓░░░░░▒▒▒ 1Gi+1Gi of 24Gi  █▓░░░░░▒▒▒ 1+1 of 30",
                        "rack:r0/node-0  open          ████░░░░░░ 1.5 of 4     █░░░░░░░░░ 1Gi of 8Gi       █░░░░░░░░░ 1 of 10",
                        "rack:r0/node-1  open          ▓▓▓▓▓░░░░░ 0+2 of 4     ▓░░░░░░░░░ 0+1Gi of 8Gi     ▓░░░░░░░░░ 0+1 of 10",
                        "rack:r1/node-2  cordoned      ▒▒▒▒▒▒▒▒▒▒ 0 of 4       ▒▒▒▒▒▒▒▒▒▒ 0 of 8Gi         ▒▒▒▒▒▒▒▒▒▒ 0 of 10",
                        "█ held by pods of others, ▓ by own pods, ░ free, ▒ on closed nodes");
    }

    @Test
    void jsonHasTheDocumentedFields() throws IOException {
        Terminal terminal = watch("--once", "--rows=racks", "--output=json");

        assertThat(terminal.exitCode()).as(terminal.err()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out().lines()).hasSize(1);
        JsonNode json = new JsonMapper().readTree(terminal.out());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "time",
                        "inSync",
                        "nodes",
                        "closedNodes",
                        "foreignPods",
                        "ownPods",
                        "resources",
                        "byRack",
                        "events",
                        "versions",
                        "audit",
                        "auditStage",
                        "problems",
                        "lag",
                        "process");
        assertThat(json.at("/resources/cpu"))
                .hasToString("{\"allocatable\":12.0,\"foreign\":1.5,\"own\":2.0,\"free\":4.5}");
        assertThat(json.at("/byRack/1/name").asText()).isEqualTo("rack:r1");
        assertThat(json.at("/byRack/1/resources/pods/free").asLong()).isZero();
        assertThat(json.at("/audit/driftCount").asLong()).isZero();
        assertThat(json.at("/audit/nodes").asLong()).isEqualTo(3);
    }

    @Test
    void missingRightsAreNamed() throws IOException {
        server.client("ali", List.of()).write(kubeconfig);

        Terminal terminal = watch("--once");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err())
                .contains("User \"ali\" cannot list resource \"nodes\"")
                .contains("User \"ali\" cannot list resource \"pods\"")
                .contains("verbs: [get, list, watch]");
    }

    @Test
    void theRightToListIsNotEnough() throws IOException {
        create(
                ROLES,
                "",
                "{'metadata':{'name':'lister'},'rules':[{'apiGroups':[''],'resources':['nodes','pods'],"
                        + "'verbs':['get','list']}]}");
        create(
                BINDINGS,
                "",
                "{'metadata':{'name':'lister'},'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole',"
                        + "'name':'lister'},'subjects':[{'kind':'User','name':'ali'}]}");
        server.client("ali", List.of()).write(kubeconfig);

        Terminal terminal = watch("--once");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("User \"ali\" cannot watch resource \"pods\"");
    }

    @Test
    void aServerThatIsAwayIsReportedAtOnce() {
        server.close();

        Terminal terminal = watch();

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("the API server does not answer: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--audit-every=soon | --audit-every (soon) must be a duration of at least 1s, such as 90s or 5m",
                "--every=0s | --every (0s) must be a duration of at least 1s",
                "--rows=cells | --rows"
            })
    void badOptionsAreReported(String option, String message) {
        Terminal terminal = watch(option);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains(message);
    }

    private Process start(Path errors, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.cli.Main",
                "watch",
                "--every=1s",
                "--kubeconfig=" + kubeconfig));
        command.addAll(List.of(options));
        return new ProcessBuilder(command).redirectError(errors.toFile()).start();
    }

    @Test
    void itPrintsALineAnIntervalAndEndsAtOnceWhenToldTo() throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        Process watch = start(errors);
        try (BufferedReader out = watch.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            while (line != null && !line.contains("nodes: 3")) {
                line = out.readLine();
            }
            assertThat(line).as("output before the end").isNotNull().contains("cpu 1.5+2 of 12");
            watch.destroy();

            assertThat(watch.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(watch.exitValue()).isEqualTo(ExitCode.OK);
            assertThat(errors).isEmptyFile();
        } finally {
            watch.destroyForcibly();
        }
    }

    @Test
    void auditsComeAtTheChosenInterval() throws IOException {
        Set<String> audits = new TreeSet<>();
        Process watch = start(folder.resolve("errors"), "--audit-every=1s", "--output=json");
        try (BufferedReader out = watch.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            while (line != null && audits.size() < 3) {
                JsonNode audit = new JsonMapper().readTree(line).path("audit");
                if (!audit.isNull()) {
                    assertThat(audit.path("driftCount").asLong(-1)).isZero();
                    audits.add(audit.path("time").asText());
                }
                line = out.readLine();
            }
        } finally {
            watch.destroyForcibly();
        }
        assertThat(audits).as("moments of audits").hasSizeGreaterThanOrEqualTo(3);
    }
}
