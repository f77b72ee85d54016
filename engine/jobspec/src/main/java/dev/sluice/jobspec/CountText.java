package dev.sluice.jobspec;

import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Counts as text: `4`, the idset `1,2,4` (RFC 22), the ranges `2-16:2:*` and `100+` (RFC 45).
///
/// `1-4` is both an idset and a range, and means the same counts either way; it is read as the range.
final class CountText {
    private static final String NOTATION = "count";

    private static final Pattern RANGE = Pattern.compile(
            "(?<min>0|[1-9][0-9]{0,17})(?:-(?<max>0|[1-9][0-9]{0,17})|(?<open>\\+))(?::(?<operand>0|[1-9][0-9]{0,17})(?::(?<operator>[-+*^/]))?)?");

    private CountText() {}

    static Count parse(String text) {
        String bare = text.startsWith("[") && text.endsWith("]") && text.length() > 1
                ? text.substring(1, text.length() - 1)
                : text;
        Matcher range = RANGE.matcher(bare);
        if (range.matches()) {
            return range(text, range);
        }
        int colon = text.indexOf(':');
        if (colon >= 0 || text.endsWith("+")) {
            throw new MalformedTextException(
                    NOTATION, text, Math.max(0, colon), "malformed range", "it should look like 2-16:2:* or 100+?");
        }
        Idset counts = Idset.parse(text);
        if (counts.isEmpty() || counts.first() < 1) {
            throw new MalformedTextException(NOTATION, text, 0, "no positive count");
        }
        return Count.oneOf(counts);
    }

    private static Count range(String text, Matcher range) {
        String operator = range.group("operator") == null ? "+" : range.group("operator");
        String operand = range.group("operand") == null ? "1" : range.group("operand");
        try {
            return new Count.Range(
                    Long.parseLong(range.group("min")),
                    range.group("max") == null ? Count.UNLIMITED : Long.parseLong(range.group("max")),
                    Operator.of(operator)
                            .orElseThrow(() -> new IllegalArgumentException("unknown operator (" + operator + ")")),
                    Long.parseLong(operand));
        } catch (IllegalArgumentException e) {
            throw new MalformedTextException(NOTATION, text, 0, String.valueOf(e.getMessage()));
        }
    }

    static String encode(Count count) {
        return switch (count) {
            case Count.OneOf oneOf -> oneOf.counts().encode();
            case Count.Range range when range.isExact() -> Long.toString(range.min());
            case Count.Range range -> encode(range);
        };
    }

    private static String encode(Count.Range range) {
        String bounds = range.min() + (range.max() == Count.UNLIMITED ? "+" : "-" + range.max());
        if (range.operator() != Operator.ADD) {
            return bounds + ":" + range.operand() + ":" + range.operator().symbol();
        }
        return range.operand() == 1 ? bounds : bounds + ":" + range.operand();
    }
}
