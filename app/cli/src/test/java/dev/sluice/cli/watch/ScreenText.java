package dev.sluice.cli.watch;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a terminal of a fixed size shows after the control sequences that [LiveScreen] writes.
///
/// As in xterm, the cursor stays on the last column after it is written, so that clearing the rest of the line clears
/// that column too; one more character goes to the next line.
final class ScreenText {
    private static final Pattern CONTROL = Pattern.compile("\033\\[(\\??)([0-9;]*)([A-Za-z])");

    private final int columns;
    private final char[][] rows;
    private int row;
    private int column;
    private int wraps;
    private int scrolls;

    ScreenText(int columns, int rows) {
        this.columns = columns;
        this.rows = new char[rows][columns];
        for (char[] each : this.rows) {
            Arrays.fill(each, '?');
        }
    }

    /// Returns how many lines were too wide.
    int wraps() {
        return wraps;
    }

    /// Returns how many lines were too many.
    int scrolls() {
        return scrolls;
    }

    List<String> lines() {
        return Arrays.stream(rows).map(String::new).map(String::stripTrailing).toList();
    }

    void write(String text) {
        Matcher control = CONTROL.matcher(text);
        for (int at = 0; at < text.length(); ) {
            if (control.region(at, text.length()).lookingAt()) {
                obey(control.group(1), control.group(3));
                at = control.end();
            } else {
                put(text.charAt(at++));
            }
        }
    }

    private void obey(String mark, String letter) {
        int at = Math.min(column, columns - 1);
        switch (mark + letter) {
            case "H" -> {
                row = 0;
                column = 0;
            }
            case "K" -> Arrays.fill(rows[row], at, columns, ' ');
            case "J" -> {
                Arrays.fill(rows[row], at, columns, ' ');
                for (int below = row + 1; below < rows.length; below++) {
                    Arrays.fill(rows[below], ' ');
                }
            }
            case "m", "?h", "?l" -> {
                // Colours, the cursor and the other screen.
            }
            default -> throw new AssertionError("control sequence " + mark + letter);
        }
    }

    private void put(char character) {
        if (character == '\r') {
            column = 0;
        } else if (character == '\n') {
            down();
        } else {
            if (column == columns) {
                wraps++;
                column = 0;
                down();
            }
            rows[row][column++] = character;
        }
    }

    private void down() {
        if (row + 1 == rows.length) {
            scrolls++;
        } else {
            row++;
        }
    }
}
