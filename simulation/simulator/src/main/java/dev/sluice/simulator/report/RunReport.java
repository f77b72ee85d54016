package dev.sluice.simulator.report;

import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// `report.html`: one run, or several side by side, on one page.
public final class RunReport {

    /// More would not fit side by side on a screen, nor would their data fit into a page.
    public static final int RUNS_MAX = 12;

    private static final List<String> SCRIPTS = List.of(
            "format.js",
            "unpack.js",
            "runs.js",
            "canvas.js",
            "calendar.js",
            "scales.js",
            "table.js",
            "choice.js",
            "export.js",
            "metrics.js",
            "groups.js",
            "timeview.js",
            "curves.js",
            "gantt.js",
            "inspect.js",
            "setup.js",
            "jobdifferences.js",
            "report.js");

    private RunReport() {}

    public static void write(List<RunResult> runs, Path file) throws IOException {
        if (runs.isEmpty() || runs.size() > RUNS_MAX) {
            throw new IllegalArgumentException(
                    "a report shows 1 to (" + RUNS_MAX + ") runs, not (" + runs.size() + ")");
        }
        Page page = Page.of(title(runs), SCRIPTS, RunData.json(title(runs), runs));
        TraceFile.write(file, page::writeTo);
    }

    /// Returns the name without folders; the page shows the path as a tooltip.
    private static String fileName(String trace) {
        String name = trace.substring(Math.max(trace.lastIndexOf('/'), trace.lastIndexOf('\\')) + 1);
        return name.isEmpty() ? trace : name;
    }

    private static String title(List<RunResult> runs) {
        List<String> traces =
                runs.stream().map(run -> run.name().trace()).distinct().toList();
        return traces.size() == 1 ? fileName(traces.getFirst()) : traces.size() + " traces";
    }
}
