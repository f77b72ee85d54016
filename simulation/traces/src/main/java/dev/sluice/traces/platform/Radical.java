package dev.sluice.traces.platform;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The numbers in the names of a cluster's hosts: `0-15,20`.
final class Radical {
    private static final Pattern RANGE = Pattern.compile("\\s*([0-9]{1,9})\\s*(?:-\\s*([0-9]{1,9})\\s*)?");

    private Radical() {}

    /// @param countMax more numbers than this are refused
    static List<Integer> parse(String text, int countMax) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = RANGE.matcher(part);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("must be numbers and ranges such as 0-15,20");
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (last < first) {
                throw new IllegalArgumentException(
                        "has a range that ends (" + last + ") before it begins (" + first + ")");
            }
            if (last - first >= countMax - numbers.size()) {
                throw new IllegalArgumentException("makes more hosts than (" + PlatformReader.HOSTS_MAX + ")");
            }
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
