package dev.sluice.jobspec.set;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Host names in order, repeats kept (RFC 29), such as `node[008-010],login1`.
///
/// A name is a stem and the digits at its end. Consecutive names with the same stem and padding form one [Run], so
/// `node[0-99999]` is stored as written. `foo[0-4]-eth2` has its digits elsewhere: it is five runs, `foo0-eth2` to
/// `foo4-eth2`, and is encoded in that form, as in Flux.
public final class Hostlist {
    public static final Hostlist EMPTY = new Hostlist(List.of());

    /// No machine has more nodes. Bounds the memory that `a[0-999999999]` can take.
    public static final int MAX_HOSTS = 1_000_000;

    private final List<Run> runs;
    private final Map<String, List<Run>> runsByStem = new HashMap<>();
    private final int size;

    private Hostlist(List<Run> runs) {
        this.runs = List.copyOf(runs);
        long hosts = 0;
        for (Run run : runs) {
            runsByStem.computeIfAbsent(run.stem(), _ -> new ArrayList<>()).add(run);
            hosts += run.size();
        }
        this.size = Math.toIntExact(hosts);
    }

    public static Hostlist parse(String text) {
        return HostlistParser.parse(text);
    }

    public static Hostlist of(List<String> hosts) {
        Builder builder = new Builder();
        for (String host : hosts) {
            builder.add(HostlistParser.checkedName(host));
        }
        return builder.build();
    }

    /// Concatenates lists.
    public static Hostlist concatenate(List<Hostlist> lists) {
        Builder builder = new Builder();
        for (Hostlist list : lists) {
            list.runs.forEach(builder::add);
        }
        return builder.build();
    }

    /// Encodes the list; runs of the same stem share brackets: `foo1,foo2,foo7,bar` becomes `foo[1-2,7],bar`.
    public String encode() {
        StringBuilder text = new StringBuilder();
        int from = 0;
        while (from < runs.size()) {
            Run head = runs.get(from);
            int to = from + 1;
            while (to < runs.size() && runs.get(to).mayShareBracketsWith(head)) {
                to++;
            }
            text.append(from == 0 ? "" : ",").append(head.stem());
            appendNumbers(text, from, to);
            from = to;
        }
        return text.toString();
    }

    private void appendNumbers(StringBuilder text, int from, int to) {
        Run head = runs.get(from);
        if (!head.isNumbered()) {
            return;
        }
        if (to == from + 1 && head.size() == 1) {
            text.append(head.digits(head.first()));
            return;
        }
        for (int i = from; i < to; i++) {
            Run run = runs.get(i);
            text.append(i == from ? '[' : ',').append(run.digits(run.first()));
            if (run.size() > 1) {
                text.append('-').append(run.digits(run.last()));
            }
        }
        text.append(']');
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean contains(String host) {
        Run wanted = Run.ofName(host);
        for (Run run : runsByStem.getOrDefault(wanted.stem(), List.of())) {
            if (run.covers(wanted)) {
                return true;
            }
        }
        return false;
    }

    public String get(int index) {
        int left = index;
        for (Run run : runs) {
            if (left >= 0 && left < run.size()) {
                return run.name(run.first() + left);
            }
            left -= (int) run.size();
        }
        throw new IndexOutOfBoundsException("host (" + index + ") of (" + size + ")");
    }

    public List<String> hosts() {
        List<String> hosts = new ArrayList<>(size);
        for (Run run : runs) {
            for (long number = run.first(); number <= run.last(); number++) {
                hosts.add(run.name(number));
            }
        }
        return List.copyOf(hosts);
    }

    /// Two lists are equal if they name the same hosts in the same order, however they were written.
    @Override
    public boolean equals(Object other) {
        return other instanceof Hostlist list && runs.equals(list.runs);
    }

    @Override
    public int hashCode() {
        return runs.hashCode();
    }

    @Override
    public String toString() {
        return encode();
    }

    /// Names `stem` + number for the numbers from `first` to `last`, padded with zeros to `width` digits.
    ///
    /// A name without digits at its end is a run of one with `width` 0; unpadded numbers have `width` 1.
    record Run(String stem, long first, long last, int width) {
        /// Longer digit strings are part of the stem: they are serial numbers, and have to fit a `long`.
        private static final int MAX_DIGITS = 15;

        /// Padding that pads nothing is no padding: equal names are equal runs.
        Run {
            if (width > 1 && Long.toString(first).length() >= width) {
                width = 1;
            }
        }

        static Run ofName(String host) {
            int digitsFrom = host.length();
            while (digitsFrom > 0 && isDigit(host.charAt(digitsFrom - 1))) {
                digitsFrom--;
            }
            int digits = host.length() - digitsFrom;
            if (digits == 0 || digits > MAX_DIGITS) {
                return new Run(host, 0, 0, 0);
            }
            long number = Long.parseLong(host.substring(digitsFrom));
            boolean padded = host.charAt(digitsFrom) == '0' && digits > 1;
            return new Run(host.substring(0, digitsFrom), number, number, padded ? digits : 1);
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        boolean isNumbered() {
            return width > 0;
        }

        long size() {
            return last - first + 1;
        }

        String digits(long number) {
            String digits = Long.toString(number);
            return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
        }

        String name(long number) {
            return isNumbered() ? stem + digits(number) : stem;
        }

        boolean covers(Run single) {
            return single.isNumbered() == isNumbered()
                    && single.first >= first
                    && single.first <= last
                    && single.isWrittenAlikeWith(width);
        }

        /// Whether `next` continues the numbers in the same padding: 8, 9, 10 and 08, 09, 10 do, 9, 010 does not.
        boolean isContinuedBy(Run next) {
            return isNumbered()
                    && next.isNumbered()
                    && next.first == last + 1
                    && next.isWrittenAlikeWith(width)
                    && next.stem.equals(stem);
        }

        boolean mayShareBracketsWith(Run head) {
            return isNumbered() && head.isNumbered() && isWrittenAlikeWith(head.width) && stem.equals(head.stem);
        }

        /// Whether all numbers have the same digits under the other width: it is equal, or the smallest number
        /// needs no zeros in either.
        private boolean isWrittenAlikeWith(int otherWidth) {
            return width == otherWidth || Long.toString(first).length() >= Math.max(width, otherWidth);
        }
    }

    /// Collects runs in order and joins consecutive ones.
    static final class Builder {
        private final List<Run> runs = new ArrayList<>();
        private long hosts;

        void add(String name) {
            add(Run.ofName(name));
        }

        void add(Run run) {
            hosts += run.size();
            if (hosts > MAX_HOSTS) {
                throw new IllegalArgumentException("more hosts than a list may name (" + MAX_HOSTS + ")");
            }
            if (!runs.isEmpty() && runs.getLast().isContinuedBy(run)) {
                Run head = runs.removeLast();
                runs.add(new Run(head.stem(), head.first(), run.last(), head.width()));
            } else {
                runs.add(run);
            }
        }

        Hostlist build() {
            return runs.isEmpty() ? EMPTY : new Hostlist(runs);
        }
    }
}
