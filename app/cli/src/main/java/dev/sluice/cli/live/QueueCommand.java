package dev.sluice.cli.live;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice queue`: the jobs that run and wait.
@Command(
        name = "queue",
        header = "Show the jobs that run, wait and are held, with positions, expected starts and reasons.",
        mixinStandardHelpOptions = true,
        description = "%nAsks the scheduler of a cluster. Jobs that run come first, then those in line, in order, then"
                + " those that are held or wait for others. An expected start is exact for the first 1,000 in line"
                + " as far as wall times are, and marked 'about' beyond.%n%n"
                + "Everyone with access to the cluster may ask; users see each other's jobs.%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:answered", " 2:the cluster or the server cannot be reached, or refuses"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice queue",
            "  sluice queue --namespace lab",
            "  sluice queue -o json",
            "  kubectl port-forward --namespace sluice service/sluice 8443 &",
            "  sluice queue --server https://localhost:8443"
        })
public final class QueueCommand implements Callable<Integer> {
    private static final int SHOWN_MAX = 1_000;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ServerOptions server;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            defaultValue = "",
            description = "Only jobs of this namespace (default: all).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String namespace;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private OutputOption output;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        JsonObject answer = server.ask(client -> client.queue(namespace, SHOWN_MAX));
        PrintWriter out = spec.commandLine().getOut();
        if (output.isJson()) {
            out.println(answer);
        } else {
            print(out, answer);
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void print(PrintWriter out, JsonObject answer) {
        long now = Times.parse(answer.text("at"), 0);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("LINE", "JOB", "USER", "STATE", "PODS", "WAITED", "START", "NODES OR REASON"));
        for (Json each : answer.array("jobs")) {
            if (each instanceof JsonObject json) {
                JobText job = new JobText(json, now);
                rows.add(List.of(
                        job.position(),
                        job.object(),
                        job.text("user"),
                        job.text("state"),
                        Long.toString(json.number(0, "pods")),
                        job.waited(),
                        job.start(),
                        job.nodesOrReason()));
            }
        }
        long total = answer.number(0, "total");
        if (total == 0) {
            out.println("No job runs or waits.");
            return;
        }
        printTable(out, rows);
        long more = total - (rows.size() - 1);
        if (more > 0) {
            out.println("… and " + more + " more");
        }
    }

    private static void printTable(PrintWriter out, List<List<String>> rows) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i));
                if (i < columns - 1) {
                    line.repeat(' ', widths[i] + 2 - row.get(i).length());
                }
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
