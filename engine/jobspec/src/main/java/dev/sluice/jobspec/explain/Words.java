package dev.sluice.jobspec.explain;

import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Operator;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Phrases for counts, resources and times.
public final class Words {
    /// More alternatives than this are shown as an idset.
    private static final int SPELLED_OUT = 5;

    /// The number of values shown of a series: enough to recognize it.
    private static final int SHOWN_OF_SERIES = 3;

    private Words() {}

    /// `4 nodes`, `at least 2 slots (default)`, `8 GB of memory`.
    static String amount(ResourceRequest request) {
        String count = count(request.count());
        boolean one = request.count().max() == 1;
        String id = request.id().map(ids -> " with id " + ids).orElse("");
        if (request.unit().isPresent()) {
            return count + " " + request.unit().get() + " of " + noun(request.type()) + id;
        }
        String noun = one ? noun(request.type()) : plural(request.type());
        return count + " " + noun
                + request.label().map(label -> " (" + label + ")").orElse("") + id;
    }

    static String singular(ResourceRequest request) {
        return noun(request.type())
                + request.label().map(label -> " (" + label + ")").orElse("");
    }

    public static String counted(long count, String type) {
        return count + " " + (count == 1 ? noun(type) : plural(type));
    }

    static String count(Count count) {
        return switch (count) {
            case Count.OneOf oneOf
            when oneOf.counts().size() <= SPELLED_OUT -> {
                List<String> counts = new ArrayList<>();
                oneOf.counts().forEach(each -> counts.add(Long.toString(each)));
                yield String.join(", ", counts.subList(0, counts.size() - 1)) + " or " + counts.getLast();
            }
            case Count.OneOf oneOf -> "one of " + oneOf.encode();
            case Count.Range range when range.isExact() -> Long.toString(range.min());
            case Count.Range range -> bounds(range.min(), range.max()) + series(range);
        };
    }

    static String bounds(long min, long max) {
        if (min == max) {
            return Long.toString(min);
        }
        boolean unlimited = max == Count.UNLIMITED || max == Count.FLUX_SCHED_UNLIMITED;
        return unlimited ? "at least " + min : "at least " + min + " and at most " + max;
    }

    private static String series(Count.Range range) {
        if (range.operator() == Operator.ADD && range.operand() == 1) {
            return "";
        }
        List<String> start = new ArrayList<>();
        OptionalLong count = OptionalLong.of(range.min());
        while (count.isPresent() && start.size() < SHOWN_OF_SERIES) {
            start.add(Long.toString(count.getAsLong()));
            count = range.next(count.getAsLong());
        }
        return " (" + String.join(", ", start) + (count.isPresent() ? ", …" : "") + ")";
    }

    static long saturatedSum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    static long saturatedProduct(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    static String noun(String type) {
        return type.equals("gpu") ? "GPU" : type;
    }

    static String plural(String type) {
        String noun = noun(type);
        if (noun.equals("memory") || noun.equals("storage")) {
            return "units of " + noun;
        }
        boolean hisses = noun.endsWith("s") || noun.endsWith("x") || noun.endsWith("ch") || noun.endsWith("sh");
        return noun + (hisses ? "es" : "s");
    }

    public static String list(List<String> parts) {
        return parts.size() < 2
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.getLast();
    }

    /// `1 h 30 min`; fractions are shown as they are.
    static String seconds(double seconds) {
        if (seconds != Math.rint(seconds) || seconds >= 0x1p53) {
            return seconds + " s";
        }
        long whole = (long) seconds;
        List<String> parts = new ArrayList<>();
        addPart(parts, whole / 86_400, "d");
        addPart(parts, whole % 86_400 / 3_600, "h");
        addPart(parts, whole % 3_600 / 60, "min");
        addPart(parts, whole % 60, "s");
        return String.join(" ", parts);
    }

    private static void addPart(List<String> parts, long count, String unit) {
        if (count > 0) {
            parts.add(count + " " + unit);
        }
    }
}
