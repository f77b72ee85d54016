package dev.sluice.simulator.report;

import dev.sluice.simulator.result.EndReason;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.RunSetup;
import dev.sluice.simulator.result.SubmittedJob;
import dev.sluice.simulator.result.SubmittedJob.Owner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;

/// A run whose every name tries to become part of the page.
final class HostileRuns {
    static final List<String> NAMES = List.of(
            "</script><script>document.title = 'taken over'</script>",
            "<img src=x onerror=\"document.title = 'taken over'\">",
            "<!--<script>",
            "{{script}}",
            "\u2028\u0000\"'&amp;",
            "__proto__");

    private HostileRuns() {}

    static RunResult run() {
        RunRecorder run = new RunRecorder(new RunName(NAMES.get(0), NAMES.get(1), NAMES.get(2), 1), 4, 0);
        for (int i = 0; i < NAMES.size(); i++) {
            String name = NAMES.get(i);
            int row = run.submitted(new SubmittedJob(i, name, name, name, i, 1, 100, new Owner(name, name, name)));
            run.started(row, i, false);
            run.finished(row, i, FinalState.COMPLETED_SUCCESSFULLY);
        }
        for (String name : NAMES) {
            int row = run.submitted(new SubmittedJob(99, name, name, name, 9, 9, 100, new Owner(name, name, name)));
            run.finished(row, 9, FinalState.REJECTED, EndReason.of(name));
            run.note(name, name);
        }
        LinkedHashMap<String, String> options = new LinkedHashMap<>();
        NAMES.forEach(name -> options.put(name, name + "\n" + name));
        return run.close(10).with(new RunSetup(options, OptionalLong.of(Long.MAX_VALUE)));
    }
}
