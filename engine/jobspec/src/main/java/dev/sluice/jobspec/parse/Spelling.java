package dev.sluice.jobspec.parse;

import java.util.List;
import java.util.Optional;

/// Suggests the known key for a misspelt one.
public final class Spelling {
    /// Keys with more edits count as different words. Two swapped letters are two edits.
    private static final int MAX_EDITS = 2;

    /// Longer than any known key with its edits.
    private static final int MAX_CHARS = 40;

    private Spelling() {}

    /// Returns the candidate with the fewest edits; empty if none is near.
    public static Optional<String> nearest(String word, List<String> candidates) {
        Optional<String> nearest = Optional.empty();
        int least = MAX_EDITS + 1;
        for (String candidate : candidates) {
            int edits = word.length() > MAX_CHARS ? least : edits(word, candidate);
            if (edits < least && edits < candidate.length()) {
                least = edits;
                nearest = Optional.of(candidate);
            }
        }
        return nearest;
    }

    /// Levenshtein's distance, by rows.
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
