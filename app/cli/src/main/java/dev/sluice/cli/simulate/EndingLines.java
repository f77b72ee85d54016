package dev.sluice.cli.simulate;

import dev.sluice.simulator.metric.Ending;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.Note;
import dev.sluice.simulator.result.RunResult;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Remarks on runs besides their metrics: jobs that did not succeed, with the reasons, and notes.
final class EndingLines {
    private EndingLines() {}

    static void print(List<RunResult> runs, PrintWriter out) {
        // Most remarks are the same under all policies, and are printed once.
        Map<String, List<String>> lines = new LinkedHashMap<>();
        for (RunResult run : runs) {
            for (Ending ending : Ending.of(run.jobs())) {
                add(words(ending), run, lines);
            }
            for (Note note : run.notes()) {
                add("note: " + note.text(), run, lines);
            }
        }
        lines.forEach((line, policies) ->
                out.println(policies.size() == runs.size() ? line : String.join(", ", policies) + ": " + line));
    }

    private static void add(String line, RunResult run, Map<String, List<String>> lines) {
        lines.merge(
                line,
                List.of(run.name().policy()),
                (known, more) -> Stream.concat(known.stream(), more.stream()).toList());
    }

    private static String words(Ending ending) {
        String jobs = ending.count() + (ending.count() == 1 ? " job " : " jobs ") + words(ending.state());
        String reasons = ending.reasons().entrySet().stream()
                .map(reason -> reason.getKey() + (ending.reasons().size() == 1 ? "" : " (" + reason.getValue() + ")"))
                .collect(Collectors.joining("; "));
        String first = (ending.count() > ending.first().size() ? "first " : "") + String.join(", ", ending.first());
        return jobs + (reasons.isEmpty() ? "" : ": " + reasons) + " [" + first + "]";
    }

    private static String words(FinalState state) {
        return switch (state) {
            case COMPLETED_SUCCESSFULLY -> "succeeded";
            case COMPLETED_FAILED -> "failed";
            case COMPLETED_WALLTIME_REACHED -> "cut at the wall time";
            case COMPLETED_KILLED -> "killed";
            case REJECTED -> "rejected";
            case UNFINISHED -> "unfinished";
        };
    }
}
