package dev.sluice.cli.simulate;

import dev.sluice.simulator.sweep.Cell;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// One of several parts of a sweep, numbered from 1 on.
record Shard(int number, int count) {
    static final Shard ALL = new Shard(1, 1);

    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})/([1-9][0-9]{0,5})");

    /// Takes every N-th cell, so that neighbours, which take about the same time, are spread over the shards.
    boolean has(Cell cell) {
        return cell.number() % count == number - 1;
    }

    static final class Converter implements ITypeConverter<Shard> {
        @Override
        public Shard convert(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > Integer.parseInt(matcher.group(2))) {
                throw new TypeConversionException("'" + text + "' is not a shard such as 3/8, from 1/8 to 8/8");
            }
            return new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        }
    }
}
