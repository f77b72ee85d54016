package dev.sluice.cli.generate;

import dev.sluice.jobspec.set.FluxDuration;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// A finite duration on the command line: `90`, `5m`, `1.5h`, `2d`.
record DurationOption(double value) {
    static final class Converter implements ITypeConverter<DurationOption> {
        @Override
        public DurationOption convert(String text) {
            Optional<Double> seconds = FluxDuration.find(text).filter(Double::isFinite);
            return new DurationOption(seconds.orElseThrow(
                    () -> new TypeConversionException("'" + text + "' is not a duration such as 90, 5m, 1.5h or 2d")));
        }
    }
}
