package dev.sluice.cli.live;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice explain`: one job.
@Command(
        name = "explain",
        header = "Tell when a job starts, and why not now.",
        mixinStandardHelpOptions = true,
        description =
                "%nAsks the scheduler of a cluster about a Job or pod that runs or waits: its position in line, its"
                        + " reason, its expected start and its nodes.%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:answered",
            " 1:no such job runs or waits",
            " 2:the cluster or the server cannot be reached, or refuses"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  sluice explain train", "  sluice explain train --namespace lab -o json"})
public final class ExplainCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ServerOptions server;

    @Parameters(paramLabel = "JOB", description = "The name of a Job or pod, or a job's id.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The namespace of the object; an id needs none (default: ${DEFAULT-VALUE}).")
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
        if (name.isBlank()) {
            throw new BadInput("JOB () must be a name");
        }
        JsonObject answer = server.ask(client -> client.jobs(namespace, name));
        PrintWriter out = spec.commandLine().getOut();
        JsonArray jobs = answer.array("jobs");
        JsonArray refused = answer.array("refused");
        if (output.isJson()) {
            out.println(answer);
        } else if (jobs.isEmpty() && refused.isEmpty()) {
            out.println("No job (%s) runs or waits in namespace (%s). Maybe it has ended, or is not managed by Sluice."
                    .formatted(name, namespace));
        } else {
            for (Json each : jobs) {
                if (each instanceof JsonObject job) {
                    print(out, new JobText(job, Times.parse(answer.text("at"), 0)));
                }
            }
            for (Json each : refused) {
                if (each instanceof JsonObject object) {
                    out.println("%s %s/%s cannot run as it is"
                            .formatted(object.text("kind"), object.text("namespace"), object.text("name")));
                    out.println("  reason    " + object.text("reason"));
                }
            }
        }
        out.flush();
        return jobs.isEmpty() && refused.isEmpty() ? ExitCode.FAILED : ExitCode.OK;
    }

    private static void print(PrintWriter out, JobText job) {
        out.println("%s %s (%s), of user %s in queue %s"
                .formatted(job.text("kind"), job.object(), job.text("id"), job.text("user"), job.text("queue")));
        out.println("  state     " + job.text("state"));
        out.println("  pods      " + job.job().number(0, "pods"));
        out.println("  waited    " + job.waited());
        if (!job.position().equals("-")) {
            out.println("  position  " + job.position());
        }
        String how = job.text("estimate");
        out.println("  start     " + job.start()
                + (how.equals("reserved") || how.equals("planned") ? " at " + job.text("start") + ", " + how : ""));
        if (!job.text("reason").isEmpty()) {
            out.println("  reason    " + job.text("reason"));
        }
        if (!job.nodes().isEmpty()) {
            out.println("  nodes     " + String.join(" ", job.nodes()));
        }
    }
}
