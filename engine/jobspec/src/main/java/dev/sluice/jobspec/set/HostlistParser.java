package dev.sluice.jobspec.set;

import dev.sluice.jobspec.set.Hostlist.Run;

/// Parses `prefix[idlist]suffix,…` (RFC 29) from left to right.
final class HostlistParser {
    private static final String NOTATION = "hostlist";

    /// A list of this length can name MAX_HOSTS hosts in full; a longer one is a mistake or an attack.
    private static final int MAX_TEXT_CHARS = 16_000_000;

    /// The longest name that the domain name system allows.
    private static final int MAX_NAME_CHARS = 255;

    private static final long MAX_NUMBER = 999_999_999_999_999L;

    private final String text;
    private final Hostlist.Builder hosts = new Hostlist.Builder();
    private long expected;
    private int position;

    private HostlistParser(String text) {
        this.text = text;
    }

    static Hostlist parse(String text) {
        if (text.length() > MAX_TEXT_CHARS) {
            throw new MalformedTextException(
                    NOTATION, text, MAX_TEXT_CHARS, "more characters than are read (" + MAX_TEXT_CHARS + ")");
        }
        return new HostlistParser(text).hostlist();
    }

    static String checkedName(String host) {
        HostlistParser parser = new HostlistParser(host);
        if (parser.literal().length() != host.length() || host.isEmpty()) {
            throw parser.problem(parser.position, "not the name of one host");
        }
        return host;
    }

    private Hostlist hostlist() {
        if (text.isEmpty()) {
            return Hostlist.EMPTY;
        }
        expression();
        while (position < text.length()) {
            position++;
            expression();
        }
        return hosts.build();
    }

    private void expression() {
        int start = position;
        String prefix = literal();
        if (position < text.length() && text.charAt(position) == '[') {
            bracketed(prefix);
        } else if (prefix.isEmpty()) {
            throw problem(start, "host name missing");
        } else {
            count(start, 1);
            hosts.add(prefix);
        }
        if (position < text.length() && text.charAt(position) != ',') {
            throw problem(
                    position,
                    "unexpected character (" + text.charAt(position) + ")",
                    "an expression has one pair of brackets only; list the rest by hand?");
        }
    }

    private void bracketed(String prefix) {
        int open = position;
        int close = text.indexOf(']', open);
        if (close < 0) {
            throw problem(open, "bracket that is never closed");
        }
        position = close + 1;
        String suffix = literal();
        int end = position;
        position = open + 1;
        int groupWidth = 1;
        boolean first = true;
        while (true) {
            int start = position;
            String low = digits();
            if (first) {
                groupWidth = paddedWidth(low);
                first = false;
            }
            String high = position < close && text.charAt(position) == '-' ? digitsAfterSeparator() : low;
            Run run = run(prefix, start, low, high, Math.max(groupWidth, paddedWidth(low)));
            count(start, run.size());
            add(run, suffix);
            if (position == close) {
                break;
            }
            if (text.charAt(position) != ',') {
                throw problem(position, "unexpected character (" + text.charAt(position) + ")");
            }
            position++;
        }
        position = end;
    }

    private Run run(String prefix, int start, String low, String high, int width) {
        long first = Long.parseLong(low);
        long last = Long.parseLong(high);
        if (last < first) {
            throw problem(start, "range ends (" + high + ") before it begins (" + low + ")");
        }
        return new Run(prefix, first, last, width);
    }

    private void add(Run run, String suffix) {
        boolean digitsAreAtTheEnd = suffix.isEmpty() && !endsInDigit(run.stem());
        if (digitsAreAtTheEnd) {
            hosts.add(run);
            return;
        }
        for (long number = run.first(); number <= run.last(); number++) {
            hosts.add(run.name(number) + suffix);
        }
    }

    private void count(int at, long more) {
        expected += more;
        if (expected > Hostlist.MAX_HOSTS) {
            throw problem(at, "more hosts (" + expected + ") than a list may name (" + Hostlist.MAX_HOSTS + ")");
        }
    }

    private String digitsAfterSeparator() {
        position++;
        return digits();
    }

    private String digits() {
        int start = position;
        while (text.charAt(position) >= '0' && text.charAt(position) <= '9') {
            position++;
        }
        String digits = text.substring(start, position);
        if (digits.isEmpty()) {
            throw problem(start, "number missing");
        }
        if (digits.length() > Long.toString(MAX_NUMBER).length()) {
            throw problem(start, "number with more than 15 digits");
        }
        return digits;
    }

    private String literal() {
        int start = position;
        while (position < text.length() && ",[]".indexOf(text.charAt(position)) < 0) {
            char c = text.charAt(position);
            if (c <= ' ' || c > '~') {
                throw problem(position, "character that no host name has (code " + (int) c + ")", "spaces slipped in?");
            }
            position++;
        }
        if (position - start > MAX_NAME_CHARS) {
            throw problem(start, "host name longer than (" + MAX_NAME_CHARS + ") characters");
        }
        return text.substring(start, position);
    }

    private static int paddedWidth(String digits) {
        return digits.length() > 1 && digits.charAt(0) == '0' ? digits.length() : 1;
    }

    private static boolean endsInDigit(String stem) {
        return !stem.isEmpty() && Character.isDigit(stem.charAt(stem.length() - 1));
    }

    private MalformedTextException problem(int at, String problem) {
        return new MalformedTextException(NOTATION, text, at, problem);
    }

    private MalformedTextException problem(int at, String problem, String remedy) {
        return new MalformedTextException(NOTATION, text, at, problem, remedy);
    }
}
