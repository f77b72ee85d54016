package dev.sluice.traces.swf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The header comments above the first job: `; Label: value`, in the order of the file.
///
/// An indented comment without a label continues the value above it, as notes in real logs do.
public record SwfHeader(List<Entry> entries) {

    /// The labels of the format's definition, in lower case. Others are kept as well.
    private static final Set<String> KNOWN = Stream.of(
                    "Version",
                    "Computer",
                    "Installation",
                    "Acknowledge",
                    "Information",
                    "Conversion",
                    "MaxJobs",
                    "MaxRecords",
                    "Preemption",
                    "UnixStartTime",
                    "TimeZone",
                    "TimeZoneString",
                    "StartTime",
                    "EndTime",
                    "MaxNodes",
                    "MaxProcs",
                    "MaxRuntime",
                    "MaxMemory",
                    "AllowOveruse",
                    "MaxQueues",
                    "Queues",
                    "Queue",
                    "MaxPartitions",
                    "Partitions",
                    "Partition",
                    "Note")
            .map(label -> label.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());

    private static final Pattern LABELLED = Pattern.compile("(\\s*)([A-Za-z][A-Za-z0-9_-]*):(.*)");
    private static final Pattern CONTINUED = Pattern.compile("(?:\\s{2,}|\\t)\\S.*");
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,18})(?:\\s.*)?", Pattern.DOTALL);
    private static final Pattern NUMBERED = Pattern.compile("(\\d{1,9})\\s+(\\S.*)", Pattern.DOTALL);

    public SwfHeader {
        entries = List.copyOf(entries);
    }

    /// A label, and its value without blanks around it. The value may have several lines.
    public record Entry(String label, String value) {}

    /// Parses the texts after the semicolons.
    static SwfHeader of(List<String> comments) {
        List<Entry> entries = new ArrayList<>();
        boolean open = false;
        for (String comment : comments) {
            Optional<Entry> entry = labelled(comment);
            boolean continued =
                    entry.isEmpty() && open && CONTINUED.matcher(comment).matches();
            if (continued) {
                Entry last = entries.removeLast();
                entries.add(new Entry(last.label(), (last.value() + "\n" + comment.strip()).strip()));
            } else {
                entry.ifPresent(entries::add);
            }
            open = entry.isPresent() || continued;
        }
        return new SwfHeader(entries);
    }

    /// Indented sentences with a colon and `http://…` are not labels.
    private static Optional<Entry> labelled(String comment) {
        Matcher matcher = LABELLED.matcher(comment);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String label = matcher.group(2);
        String value = matcher.group(3);
        boolean plain = matcher.group(1).length() <= 1 && (value.isEmpty() || Character.isWhitespace(value.charAt(0)));
        return plain || KNOWN.contains(label.toLowerCase(Locale.ROOT))
                ? Optional.of(new Entry(label, value.strip()))
                : Optional.empty();
    }

    /// Returns the first value of a label, ignoring case.
    public Optional<String> find(String label) {
        return all(label).stream().findFirst();
    }

    /// Returns all values of a label that may repeat, such as `Note`.
    public List<String> all(String label) {
        return entries.stream()
                .filter(entry -> entry.label().equalsIgnoreCase(label))
                .map(Entry::value)
                .toList();
    }

    /// Returns the number at the beginning of a label's first value, as in `430 (338 of them for batch jobs)`.
    /// Empty if there is none or it is negative, which means unknown.
    public OptionalLong number(String label) {
        return find(label)
                .map(NUMBER::matcher)
                .filter(Matcher::matches)
                .map(matcher -> OptionalLong.of(Long.parseLong(matcher.group(1))))
                .orElse(OptionalLong.empty());
    }

    public OptionalLong maxProcs() {
        return number("MaxProcs");
    }

    public OptionalLong maxNodes() {
        return number("MaxNodes");
    }

    public OptionalLong unixStartTime() {
        return number("UnixStartTime");
    }

    /// The size of the machine in processors; in nodes if only these are known.
    public OptionalLong machineSize() {
        return maxProcs().isPresent() ? maxProcs() : maxNodes();
    }

    /// The names of the queues by number.
    public SortedMap<Integer, String> queues() {
        return numbered("Queue");
    }

    /// The names of the partitions by number.
    public SortedMap<Integer, String> partitions() {
        return numbered("Partition");
    }

    private SortedMap<Integer, String> numbered(String label) {
        SortedMap<Integer, String> names = new TreeMap<>();
        for (String value : all(label)) {
            Matcher matcher = NUMBERED.matcher(value);
            if (matcher.matches()) {
                names.putIfAbsent(Integer.valueOf(matcher.group(1)), matcher.group(2));
            }
        }
        return Collections.unmodifiableSortedMap(names);
    }
}
