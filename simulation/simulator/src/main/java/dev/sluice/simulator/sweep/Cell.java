package dev.sluice.simulator.sweep;

import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.report.SweepRow;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;

/// One run of a sweep.
///
/// @param number its place among all runs of the experiment
/// @param load [#AS_IT_IS] if it is not scaled
/// @param machine processors; 0 for as many as the trace says
public record Cell(int number, String trace, double load, int machine, String policy, long seed, Estimates estimates) {

    /// No load: the trace is not stretched.
    public static final double AS_IT_IS = 0;

    /// What tells it from the other runs, as tables show it.
    public SequencedMap<String, String> parameters() {
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put("trace", trace);
        parameters.put("load", load == AS_IT_IS ? "as it is" : Double.toString(load));
        parameters.put("machine", machine == 0 ? "as it is" : Integer.toString(machine));
        parameters.put("estimates", estimates.name().toLowerCase(Locale.ROOT));
        parameters.put(SweepRow.POLICY, policy);
        parameters.put(SweepRow.SEED, Long.toString(seed));
        return parameters;
    }
}
