package dev.sluice.cli.demo;

import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;

/// A colour per job, if the terminal has colours.
final class JobColours {
    private static final List<String> COLOURS = List.of("cyan", "green", "yellow", "red", "magenta", "blue", "fg(208)");

    /// Jobs are capital letters; nothing else in a picture is.
    private static final Pattern JOB = Pattern.compile("([A-Z])\\1*");

    private final Ansi ansi;

    JobColours(Ansi ansi) {
        this.ansi = ansi;
    }

    /// Returns the row with each job's letters in its colour.
    String picture(String row) {
        return JOB.matcher(row).replaceAll(letters -> coloured(letters.group().charAt(0), letters.group()));
    }

    /// Returns the line in the colour of the job whose letter it begins with.
    String line(String text) {
        return text.isBlank() || text.startsWith(" ") ? text : coloured(text.charAt(0), text);
    }

    private String coloured(char job, String text) {
        return ansi.string("@|" + COLOURS.get((job - 'A') % COLOURS.size()) + " " + text + "|@");
    }
}
