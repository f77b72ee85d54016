package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Operator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Reads the `count` of a resource: a number, a range as a mapping, and in the RFC dialect also a string.
final class CountReader {
    private static final List<String> KEYS = List.of("min", "max", "operator", "operand");

    private final Dialect dialect;
    private final long largest;

    CountReader(Dialect dialect) {
        this.dialect = dialect;
        this.largest = dialect == Dialect.FLUX_SCHED ? Count.FLUX_SCHED_UNLIMITED : Count.UNLIMITED - 1;
    }

    Count count(Value value) {
        if (value.isMapping()) {
            return range(value);
        }
        if (value.isSequence() || value.isNull()) {
            throw value.problem("must be a number or a mapping with min, max, operator, operand");
        }
        Value number = dialect == Dialect.FLUX_SCHED ? value.ignoringQuotes() : value;
        if (dialect == Dialect.FLUX_SCHED || number.isInteger()) {
            return Count.exactly(number.integer(1, largest));
        }
        return value.checked(() -> Count.parse(value.text()));
    }

    private Count range(Value value) {
        Map<String, Value> fields = value.fields(KEYS);
        Value min = value.require("min");
        if (dialect == Dialect.FLUX_SCHED && fields.size() != 1 && fields.size() != KEYS.size()) {
            throw value.problemWith(
                    "max, operator and operand must be given all together or not at all ("
                            + String.join(", ", fields.keySet()) + ")",
                    "");
        }
        Operator operator = value.find("operator").map(CountReader::operator).orElse(Operator.ADD);
        long least = integer(min, operator.smallestMin(), operator);
        long operand = value.find("operand")
                .map(field -> integer(field, operator.smallestOperand(), operator))
                .orElse(operator.smallestOperand());
        long most = value.find("max").map(field -> max(field, least)).orElse(unlimited());
        return value.checked(() -> new Count.Range(least, most, operator, operand));
    }

    private long unlimited() {
        return dialect == Dialect.FLUX_SCHED ? Count.FLUX_SCHED_UNLIMITED : Count.UNLIMITED;
    }

    private long max(Value value, long min) {
        long max = unquoted(value).integer(1, largest);
        if (max < min) {
            throw value.problem("must not be below min (" + min + ")");
        }
        return max;
    }

    private long integer(Value value, long least, Operator operator) {
        long number = unquoted(value).integer(Long.MIN_VALUE, largest);
        if (number < least) {
            throw value.problem("must be at least " + least + " for operator " + operator.symbol());
        }
        return number;
    }

    private Value unquoted(Value value) {
        return dialect == Dialect.FLUX_SCHED ? value.ignoringQuotes() : value;
    }

    private static Operator operator(Value value) {
        return Operator.of(value.text())
                .orElseThrow(() -> value.problem("must be one of "
                        + Arrays.stream(Operator.values())
                                .map(operator -> String.valueOf(operator.symbol()))
                                .collect(Collectors.joining(" "))));
    }
}
