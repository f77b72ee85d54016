package dev.sluice.graph.find;

import dev.sluice.graph.find.Criteria.Predicate;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.MalformedTextException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses a query. `and` binds tighter than `or`, and may be omitted.
public final class CriteriaParser {
    private static final Pattern TOKEN = Pattern.compile("\\s*([()]|[^\\s()]+)");

    /// Deeper than any real query; keeps hostile input from exhausting the stack.
    private static final int DEPTH_MAX = 100;

    private final List<String> tokens = new ArrayList<>();
    private int next;
    private int depth;

    private CriteriaParser(String text) {
        Matcher matcher = TOKEN.matcher(text);
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
    }

    /// Parses a query; empty if the text is malformed.
    public static Optional<Criteria> parse(String text) {
        CriteriaParser parser = new CriteriaParser(text);
        Optional<Criteria> criteria = parser.parseOr();
        return parser.next == parser.tokens.size() ? criteria : Optional.empty();
    }

    private Optional<Criteria> parseOr() {
        List<Criteria> operands = new ArrayList<>();
        do {
            Optional<Criteria> operand = parseAnd();
            if (operand.isEmpty()) {
                return Optional.empty();
            }
            operands.add(operand.get());
        } while (accept("or") || accept("|"));
        return Optional.of(operands.size() == 1 ? operands.getFirst() : new Criteria.Or(operands));
    }

    private Optional<Criteria> parseAnd() {
        List<Criteria> operands = new ArrayList<>();
        do {
            Optional<Criteria> operand = parseOperand();
            if (operand.isEmpty()) {
                return Optional.empty();
            }
            operands.add(operand.get());
        } while (accept("and") || accept("&") || startsOperand());
        return Optional.of(operands.size() == 1 ? operands.getFirst() : new Criteria.And(operands));
    }

    private boolean startsOperand() {
        return next < tokens.size() && !List.of(")", "or", "|").contains(tokens.get(next));
    }

    private Optional<Criteria> parseOperand() {
        if (next == tokens.size()) {
            return Optional.empty();
        }
        if (!accept("(")) {
            return predicate(tokens.get(next++));
        }
        if (++depth > DEPTH_MAX) {
            return Optional.empty();
        }
        Optional<Criteria> inner = parseOr();
        depth--;
        return accept(")") ? inner : Optional.empty();
    }

    private boolean accept(String token) {
        if (next < tokens.size() && tokens.get(next).equalsIgnoreCase(token)) {
            next++;
            return true;
        }
        return false;
    }

    private static Optional<Criteria> predicate(String token) {
        int equals = token.indexOf('=');
        if (equals < 0) {
            return Optional.empty();
        }
        String value = token.substring(equals + 1);
        for (Criteria.Key key : Criteria.Key.values()) {
            if (key.word.equals(token.substring(0, equals).toLowerCase(Locale.ROOT))) {
                return isValid(key, value) ? Optional.of(new Predicate(key, value)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean isValid(Criteria.Key key, String value) {
        String word = value.toLowerCase(Locale.ROOT);
        return switch (key) {
            case STATUS -> List.of("up", "down").contains(word);
            case SCHED_NOW -> List.of("allocated", "free").contains(word);
            case SCHED_FUTURE -> List.of("reserved", "free").contains(word);
            case AGFILTER -> List.of("true", "t", "false", "f").contains(word);
            case JOBID_ALLOC, JOBID_SPAN, JOBID_TAG, JOBID_RESERVED -> word.matches("\\d{1,18}");
            case PROPERTY -> !value.isEmpty();
            case NAMES -> isHostlist(value);
        };
    }

    private static boolean isHostlist(String value) {
        try {
            Hostlist.parse(value);
            return true;
        } catch (MalformedTextException e) {
            return false;
        }
    }
}
