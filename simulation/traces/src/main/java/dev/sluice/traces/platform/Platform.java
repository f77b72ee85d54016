package dev.sluice.traces.platform;

import java.util.Comparator;
import java.util.List;

/// A machine as SimGrid describes it.
///
/// @param hosts in the order of the file
public record Platform(List<Host> hosts) {
    public Platform {
        hosts = List.copyOf(hosts);
    }

    /// Returns the hosts that run jobs in Batsim's numbering: by name, with numbers in names compared as
    /// numbers.
    public List<Host> computeHosts() {
        return hosts.stream()
                .filter(host -> host.role() == Host.Role.COMPUTE_NODE)
                .sorted(Comparator.comparing(Host::name, Platform::compareNames))
                .toList();
    }

    /// `node9` is before `node10`.
    static int compareNames(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int endI = endOfPart(a, i);
            int endJ = endOfPart(b, j);
            int compared = comparePart(a.substring(i, endI), b.substring(j, endJ));
            if (compared != 0) {
                return compared;
            }
            i = endI;
            j = endJ;
        }
        int byLength = Integer.compare(a.length() - i, b.length() - j);
        return byLength != 0 ? byLength : a.compareTo(b);
    }

    /// A part is a number, or one other character.
    private static int endOfPart(String name, int start) {
        int end = start + 1;
        if (isDigit(name.charAt(start))) {
            while (end < name.length() && isDigit(name.charAt(end))) {
                end++;
            }
        }
        return end;
    }

    private static int comparePart(String a, String b) {
        if (!isDigit(a.charAt(0)) || !isDigit(b.charAt(0))) {
            return a.compareTo(b);
        }
        String numberA = withoutZeros(a);
        String numberB = withoutZeros(b);
        int byLength = Integer.compare(numberA.length(), numberB.length());
        return byLength != 0 ? byLength : numberA.compareTo(numberB);
    }

    private static String withoutZeros(String number) {
        int start = 0;
        while (start < number.length() - 1 && number.charAt(start) == '0') {
            start++;
        }
        return number.substring(start);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
