package dev.sluice.kube.apiserver.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.sluice.kube.names.GoQuoting;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// Implements `format`: `'%s is %d'.format(['a', 1])`.
final class TextFormat {
    /// The default number of digits after the decimal point.
    private static final int PRECISION = 6;

    private final String pattern;
    private final List<?> values;
    private final StringBuilder text = new StringBuilder();
    private int next;

    private TextFormat(String pattern, List<?> values) {
        this.pattern = pattern;
        this.values = values;
    }

    static String format(String pattern, List<?> values) {
        return new TextFormat(pattern, values).filledIn();
    }

    private String filledIn() {
        int used = 0;
        while (next < pattern.length()) {
            char c = pattern.charAt(next++);
            if (c != '%') {
                text.append(c);
            } else if (next < pattern.length() && pattern.charAt(next) == '%') {
                text.append('%');
                next++;
            } else if (used >= values.size()) {
                throw new CelEvaluationFailure("index " + used + " out of range");
            } else if (next == pattern.length()) {
                throw new CelEvaluationFailure("unexpected end of string");
            } else {
                clause(values.get(used++));
            }
        }
        return text.toString();
    }

    private void clause(Object value) {
        int precision = PRECISION;
        if (pattern.charAt(next) == '.') {
            int from = ++next;
            while (next < pattern.length() && Character.isDigit(pattern.charAt(next))) {
                next++;
            }
            if (next == pattern.length() || next == from) {
                throw new CelEvaluationFailure("could not parse formatting clause: error while parsing precision:"
                        + " could not find end of precision specifier");
            }
            precision = Integer.parseInt(pattern.substring(from, next));
        }
        char sign = pattern.charAt(next++);
        text.append(
                switch (sign) {
                    case 's' -> string(value);
                    case 'd' -> decimal(value);
                    case 'f', 'e' -> fraction(value, sign, precision);
                    case 'b' -> binary(value);
                    case 'x', 'X' -> hex(value, sign == 'X');
                    case 'o' -> octal(value);
                    default ->
                        throw new CelEvaluationFailure(
                                "could not parse formatting clause: unrecognized formatting clause \"" + sign + "\"");
                });
    }

    private static CelEvaluationFailure wrong(String problem, Object value) {
        return new CelEvaluationFailure("error during formatting: " + problem + ", was given " + typeName(value));
    }

    private static String string(Object value) {
        return switch (value) {
            case List<?> list -> list(list);
            case Map<?, ?> map -> map(map);
            case String own -> own;
            case Boolean own -> own.toString();
            case Long own -> own.toString();
            case UnsignedLong own -> own.toString();
            case Double own -> number(own);
            case CelByteString own -> own.toStringUtf8();
            case Instant own -> own.toString();
            case Duration own -> seconds(own);
            case TypeType own -> own.containingTypeName();
            case NullValue _ -> "null";
            default ->
                throw wrong(
                        "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types,"
                                + " durations, and timestamps",
                        value);
        };
    }

    /// Formats like Go's `%v`.
    private static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e21) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return Double.toString(value).replace("E", "e");
    }

    private static String seconds(Duration duration) {
        String fraction = String.format(Locale.ROOT, "%09d", duration.getNano()).replaceFirst("0+$", "");
        return duration.getSeconds() + (fraction.isEmpty() ? "" : "." + fraction) + "s";
    }

    private static String list(List<?> list) {
        return "[" + String.join(", ", list.stream().map(TextFormat::literal).toList()) + "]";
    }

    private static String map(Map<?, ?> map) {
        Map<String, String> entries = new TreeMap<>();
        map.forEach((key, value) -> entries.put(literal(key), literal(value)));
        List<String> shown = entries.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .toList();
        return "{" + String.join(", ", shown) + "}";
    }

    /// As an expression would write it.
    private static String literal(Object value) {
        return switch (value) {
            case String own -> GoQuoting.of(own);
            case CelByteString own -> "b" + GoQuoting.of(own.toStringUtf8());
            case Double own -> String.format(Locale.ROOT, "%.6f", own);
            case Instant own -> "timestamp(" + GoQuoting.of(own.toString()) + ")";
            case Duration own -> "duration(" + GoQuoting.of(seconds(own)) + ")";
            default -> string(value);
        };
    }

    private static String decimal(Object value) {
        return switch (value) {
            case Long own -> own.toString();
            case UnsignedLong own -> own.toString();
            default -> throw wrong("decimal clause can only be used on integers", value);
        };
    }

    private static String fraction(Object value, char sign, int precision) {
        String word = sign == 'f' ? "fixed-point" : "scientific";
        if (!(value instanceof Double number)) {
            throw wrong(word + " clause can only be used on doubles", value);
        }
        return String.format(Locale.ROOT, "%." + precision + sign, number);
    }

    private static String binary(Object value) {
        return switch (value) {
            case Long own -> own < 0 ? "-" + Long.toBinaryString(-own) : Long.toBinaryString(own);
            case UnsignedLong own -> own.toString(2);
            case Boolean own -> own ? "1" : "0";
            default -> throw wrong("only integers and bools can be formatted as binary", value);
        };
    }

    private static String hex(Object value, boolean isLarge) {
        String hex = switch (value) {
            case Long own -> own < 0 ? "-" + Long.toHexString(-own) : Long.toHexString(own);
            case UnsignedLong own -> own.toString(16);
            case String own -> HexFormat.of().formatHex(own.getBytes(StandardCharsets.UTF_8));
            case CelByteString own -> HexFormat.of().formatHex(own.toByteArray());
            default -> throw wrong("only integers, byte buffers, and strings can be formatted as hex", value);
        };
        return isLarge ? hex.toUpperCase(Locale.ROOT) : hex;
    }

    private static String octal(Object value) {
        return switch (value) {
            case Long own -> own < 0 ? "-" + Long.toOctalString(-own) : Long.toOctalString(own);
            case UnsignedLong own -> own.toString(8);
            default -> throw wrong("octal clause can only be used on integers", value);
        };
    }

    private static String typeName(Object value) {
        return switch (value) {
            case Long _ -> "int";
            case UnsignedLong _ -> "uint";
            case Double _ -> "double";
            case Boolean _ -> "bool";
            case String _ -> "string";
            case CelByteString _ -> "bytes";
            case List<?> _ -> "list";
            case Map<?, ?> _ -> "map";
            case Instant _ -> "google.protobuf.Timestamp";
            case Duration _ -> "google.protobuf.Duration";
            case NullValue _ -> "null_type";
            case CelType _ -> "type";
            default -> "optional_type";
        };
    }
}
