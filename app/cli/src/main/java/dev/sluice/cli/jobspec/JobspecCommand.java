package dev.sluice.cli.jobspec;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.InputFiles;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.explain.JobspecExplanation;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.jobspec.parse.JobspecWriter;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.port.ObjectKey;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice jobspec`: validates and explains jobspecs, and translates Kubernetes objects into them.
@Command(
        name = "jobspec",
        header = "Check and explain Flux jobspecs, and make them from Kubernetes objects.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice jobspec validate *.yaml",
            "  sluice jobspec explain job.yaml",
            "  sluice jobspec from kubernetes-job.yaml"
        })
public final class JobspecCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "validate",
            header = "Check jobspecs; exits with 1 if one is not valid.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {"  sluice jobspec validate job.yaml", "  sluice jobspec validate --rfc *.yaml"})
    int validate(
            @Option(names = "--rfc", description = "Follow RFC 14 strictly where flux-sched's parser differs.")
                    boolean byRfc,
            @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON.") List<String> files) {
        boolean valid = true;
        for (String file : files) {
            try {
                JobspecReader.read(InputFiles.read(file), file, dialect(byRfc));
                spec.commandLine().getOut().println(file + ": valid");
            } catch (JobspecException e) {
                spec.commandLine().getErr().println(e.getMessage());
                valid = false;
            }
        }
        return valid ? ExitCode.OK : ExitCode.FAILED;
    }

    @Command(
            name = "explain",
            header = "Explain in words, and show as a tree, what jobspecs request.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = "  sluice jobspec explain job.yaml")
    int explain(
            @Option(names = "--rfc", description = "Follow RFC 14 strictly where flux-sched's parser differs.")
                    boolean byRfc,
            @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON.") List<String> files) {
        PrintWriter out = spec.commandLine().getOut();
        for (String file : files) {
            try {
                out.println(JobspecExplanation.of(JobspecReader.read(InputFiles.read(file), file, dialect(byRfc))));
            } catch (JobspecException e) {
                spec.commandLine().getErr().println(e.getMessage());
                return ExitCode.BAD_INPUT;
            }
        }
        return ExitCode.OK;
    }

    @Command(
            name = "from",
            header = "Show what Jobs and pods of Kubernetes request, as Flux jobspecs.",
            description = {
                "Reads Jobs and pods as kubectl does, several documents or lists included, and prints the jobspec of each"
                        + " as Sluice would queue it. The pods of a group become one jobspec. No cluster is asked.",
                "What Sluice cannot do is an error with its reason; the exit code is then 2."
            },
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice jobspec from job.yaml",
                "  sluice jobspec from -o json jobs.yaml",
                "  kubectl get job train -o yaml > train.yaml; sluice jobspec from train.yaml"
            })
    int from(
            @Mixin OutputOption output,
            @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON of Kubernetes.")
                    List<String> files) {
        WorkloadTranslation translation = new WorkloadTranslation();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        int printed = 0;
        int refused = 0;
        for (Work work : works(files)) {
            try {
                Jobspec jobspec = work.translate(translation);
                if (output.isJson()) {
                    out.println(JobspecWriter.toJson(jobspec));
                } else {
                    out.print(printed > 0 ? "---\n" : "");
                    out.println("# " + work.name());
                    out.print(JobspecWriter.toYaml(jobspec));
                }
                printed++;
            } catch (NotHonoured e) {
                err.println("%s: %s: %s".formatted(work.place(), work.name(), e.reason()));
                refused++;
            }
        }
        if (printed + refused == 0) {
            throw new BadInput(String.join(", ", files) + ": there is no Job and no pod");
        }
        return refused == 0 ? ExitCode.OK : ExitCode.BAD_INPUT;
    }

    /// What becomes one job: an object, or the pods of a group.
    ///
    /// @param place of the first object, as `FILE:LINE`
    /// @param members how many pods the group's PodGroup asks for; null without one
    private record Work(
            String place,
            Optional<PodGroupName> group,
            List<JsonObject> objects,
            @Nullable Integer members) {
        String name() {
            return group.map(it -> "PodGroup " + it.key())
                    .orElseGet(() -> WorkloadTranslation.name(objects.getFirst()));
        }

        Jobspec translate(WorkloadTranslation translation) {
            return group.isPresent()
                    ? translation.translateGroup(group.get(), objects, members)
                    : translation.translate(objects.getFirst());
        }
    }

    /// Returns what the files have, in the order in which it begins there.
    private static List<Work> works(List<String> files) {
        Map<ObjectKey, Integer> members = new HashMap<>();
        Map<PodGroupName, Work> groups = new HashMap<>();
        List<Work> works = new ArrayList<>();
        for (String file : files) {
            for (WorkloadFile.Document each : documents(file)) {
                JsonObject object = each.object();
                WorkloadTranslation.members(object)
                        .ifPresent(count -> members.put(WorkloadTranslation.key(object), count));
            }
        }
        for (String file : files) {
            for (WorkloadFile.Document each : documents(file)) {
                JsonObject object = each.object();
                Optional<PodGroupName> group = WorkloadTranslation.group(object);
                Work known = group.map(groups::get).orElse(null);
                if (known != null) {
                    known.objects().add(object);
                } else if (WorkloadTranslation.members(object).isEmpty()) {
                    Integer size = group.filter(PodGroupName::isOfCoscheduling)
                            .map(it -> members.get(it.key()))
                            .orElse(null);
                    Work work = new Work(file + ":" + each.line(), group, new ArrayList<>(List.of(object)), size);
                    works.add(work);
                    group.ifPresent(it -> groups.put(it, work));
                }
            }
        }
        return works;
    }

    private static List<WorkloadFile.Document> documents(String file) {
        try {
            return WorkloadFile.read(InputFiles.read(file));
        } catch (JsonSyntaxException e) {
            throw new BadInput("%s:%d:%d: %s".formatted(file, e.line(), e.column(), e.getMessage()));
        }
    }

    private static Dialect dialect(boolean byRfc) {
        return byRfc ? Dialect.RFC : Dialect.FLUX_SCHED;
    }
}
