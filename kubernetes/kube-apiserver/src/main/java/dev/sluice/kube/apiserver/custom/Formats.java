package dev.sluice.kube.apiserver.custom;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Validates the string formats that Kubernetes checks; others are ignored.
final class Formats {
    private static final Pattern DURATION =
            Pattern.compile("[+-]?(?:(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+|[+-]?0");

    private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";

    private static final Map<String, Predicate<String>> KNOWN = Map.ofEntries(
            Map.entry("date-time", Formats::isDateTime),
            Map.entry("datetime", Formats::isDateTime),
            Map.entry("date", Formats::isDate),
            Map.entry("duration", text -> DURATION.matcher(text).matches()),
            Map.entry("uuid", matching("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}")),
            Map.entry("ipv4", matching(OCTET + "(?:\\." + OCTET + "){3}")),
            Map.entry("email", matching("[^@\\s]+@[^@\\s]+")),
            Map.entry(
                    "hostname", matching("(?i)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*")),
            Map.entry("byte", Formats::isBase64),
            Map.entry("uri", Formats::isUri));

    private Formats() {}

    static boolean fits(String format, String text) {
        Predicate<String> known = KNOWN.get(format);
        return known == null || known.test(text);
    }

    private static Predicate<String> matching(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return text -> compiled.matcher(text).matches();
    }

    private static boolean isDateTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
