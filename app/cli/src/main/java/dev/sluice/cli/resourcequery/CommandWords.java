package dev.sluice.cli.resourcequery;

import java.util.ArrayList;
import java.util.List;

/// The words of a command line. By hand, since scripts have a hundred thousand lines and a pattern takes longer than
/// finding a place for a job.
final class CommandWords {
    private CommandWords() {}

    static List<String> of(String line) {
        List<String> words = new ArrayList<>(4);
        int length = line.length();
        int next = 0;
        while (next < length) {
            if (Character.isWhitespace(line.charAt(next))) {
                next++;
                continue;
            }
            int start = next;
            while (next < length && !Character.isWhitespace(line.charAt(next))) {
                next++;
            }
            words.add(line.substring(start, next));
        }
        return words;
    }

    /// The number that a word begins with, 0 if it begins with none, as C's `strtoll` has it.
    static long number(String word) {
        int end = word.startsWith("-") || word.startsWith("+") ? 1 : 0;
        int start = end;
        while (end < word.length() && Character.isDigit(word.charAt(end))) {
            end++;
        }
        if (end == start) {
            return 0;
        }
        try {
            return Long.parseLong(word.substring(0, end));
        } catch (NumberFormatException e) {
            return word.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }
}
