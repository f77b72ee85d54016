package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.simulator.report.SweepRow;
import dev.sluice.simulator.sweep.Cell;
import dev.sluice.traces.synthetic.EstimateChoice;
import dev.sluice.traces.synthetic.FactorEstimates;
import dev.sluice.traces.synthetic.GeneratedWorkload;
import dev.sluice.traces.synthetic.LublinFeitelson;
import dev.sluice.traces.synthetic.PoissonModel;
import dev.sluice.traces.synthetic.TsafrirEstimates;
import dev.sluice.traces.synthetic.WorkloadModel;
import dev.sluice.traces.synthetic.ZipfUsers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// A trace that an experiment generates: `lublin:5000` or `poisson:5000`. It equals the output of `sluice
/// generate` with the same parameters and defaults.
record GeneratedTrace(Model model, int jobs) {

    /// The key for the source of estimates, `--estimates` of `generate`. Not named `estimates`, which is an
    /// option of `simulate`.
    static final String ESTIMATES = "generated-estimates";

    /// `--users` of `generate`.
    static final String USERS = "generated-users";

    /// `--kind` of `generate lublin`.
    static final String KIND = "generated-kind";

    static final List<String> KEYS = List.of(ESTIMATES, USERS, KIND);

    enum Model {
        LUBLIN,
        POISSON;

        private String prefix() {
            return name().toLowerCase(Locale.ROOT) + ":";
        }
    }

    /// Empty for a file.
    static Optional<GeneratedTrace> find(String trace) {
        return Arrays.stream(Model.values())
                .filter(model -> trace.startsWith(model.prefix()))
                .findFirst()
                .map(model -> new GeneratedTrace(model, jobs(trace, model)));
    }

    private static int jobs(String trace, Model model) {
        String number = trace.substring(model.prefix().length());
        if (!number.matches("[1-9]\\d{0,7}") || Integer.parseInt(number) > GeneratedWorkload.JOBS_MAX) {
            throw new BadInput("(" + number + ") is not a number of jobs from 1 to " + GeneratedWorkload.JOBS_MAX
                    + ", such as " + model.prefix() + "5000");
        }
        return Integer.parseInt(number);
    }

    /// Returns whether a key affects the trace.
    boolean dependsOn(String key) {
        return !key.equals(KIND) || model == Model.LUBLIN;
    }

    GeneratedWorkload workload(int processors, Cell cell) {
        Optional<String> load = cell.parameter(SweepRow.LOAD);
        return new GeneratedWorkload(
                model(processors, cell.parameter(KIND)),
                jobs,
                cell.parameter(ESTIMATES).map(GeneratedTrace::estimates).orElse(EstimateChoice.Plain.EXACT),
                cell.parameter(USERS).map(GeneratedTrace::users).orElse(Optional.of(ZipfUsers.USUAL)),
                load.isPresent() ? OptionalDouble.of(Double.parseDouble(load.get())) : OptionalDouble.empty());
    }

    private WorkloadModel model(int processors, Optional<String> kind) {
        return switch (model) {
            case LUBLIN ->
                new LublinFeitelson(kind.map(GeneratedTrace::kind).orElse(LublinFeitelson.Jobs.COMBINED), processors);
            case POISSON -> PoissonModel.usual(processors);
        };
    }

    /// Fails if the value of a key is not allowed.
    static void check(String key, String value) {
        switch (key) {
            case ESTIMATES -> estimates(value);
            case USERS -> users(value);
            case KIND -> kind(value);
            default -> throw new IllegalArgumentException(key);
        }
    }

    private static EstimateChoice estimates(String text) {
        int colon = text.indexOf(':');
        Optional<String> argument = colon < 0 ? Optional.empty() : Optional.of(text.substring(colon + 1));
        return switch (text) {
            case "none" -> EstimateChoice.Plain.NONE;
            case "exact" -> EstimateChoice.Plain.EXACT;
            case String it
            when it.equals("tsafrir") || it.startsWith("tsafrir:") ->
                new EstimateChoice.Tsafrir(
                        argument.isPresent() ? OptionalLong.of(limit(argument.get())) : OptionalLong.empty());
            case String it
            when it.equals("factor") || it.startsWith("factor:") ->
                new EstimateChoice.Factor(argument.map(GeneratedTrace::factor).orElse(FactorEstimates.USUAL));
            default ->
                throw new BadInput("there are none, exact, tsafrir, tsafrir:TIME with the longest estimate, such as"
                        + " tsafrir:18h, and factor:F, such as factor:5");
        };
    }

    private static long limit(String text) {
        double seconds = FluxDuration.find(text)
                .filter(Double::isFinite)
                .orElseThrow(() -> new BadInput("(" + text + ") is not a duration such as 90, 5m, 1.5h or 2d"));
        return new TsafrirEstimates((long) seconds).maxSeconds();
    }

    private static FactorEstimates factor(String text) {
        try {
            return new FactorEstimates(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            throw new BadInput("(" + text + ") is not a number");
        }
    }

    private static Optional<ZipfUsers> users(String text) {
        if (!text.matches("\\d{1,7}")) {
            throw new BadInput("must be a number of users, 0 for none");
        }
        int count = Integer.parseInt(text);
        return count == 0 ? Optional.empty() : Optional.of(ZipfUsers.of(count));
    }

    private static LublinFeitelson.Jobs kind(String text) {
        return Arrays.stream(LublinFeitelson.Jobs.values())
                .filter(kind -> kind.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new BadInput(Arrays.stream(LublinFeitelson.Jobs.values())
                        .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ", "there are ", ""))));
    }
}
