package dev.sluice.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Suggests what a mistyped command or option was meant to be.
final class DidYouMean {

    /// More suggestions would be a list, not a hint.
    private static final int GUESSES_MAX = 3;

    private DidYouMean() {}

    /// Returns the error in terms of what was typed, not of the parser.
    static String explain(ParameterException mistake) {
        boolean isCommand = mistake instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && !unmatched.getCommandLine().getSubcommands().isEmpty();
        return isCommand
                ? "there is no command '%s'"
                        .formatted(((UnmatchedArgumentException) mistake)
                                .getUnmatched()
                                .getFirst())
                : String.valueOf(mistake.getMessage());
    }

    static Optional<String> remedy(ParameterException mistake) {
        if (!(mistake instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return Optional.empty();
        }
        String typed = unmatched.getUnmatched().getFirst();
        List<String> guesses = closest(typed, known(unmatched, typed));
        return guesses.isEmpty()
                ? Optional.empty()
                : Optional.of(guesses.stream().collect(Collectors.joining("' or '", "Did you mean '", "'?")));
    }

    private static Collection<String> known(UnmatchedArgumentException unmatched, String typed) {
        CommandSpec command = unmatched.getCommandLine().getCommandSpec();
        if (typed.startsWith("-")) {
            return command.optionsMap().keySet();
        }
        return command.parent() == null
                ? Subcommands.words()
                : command.subcommands().keySet();
    }

    /// Returns the words within one or two typing errors, the likeliest first.
    static List<String> closest(String typed, Collection<String> words) {
        record Guess(String word, int typingErrors) {}
        int errorsMax = Math.max(1, typed.length() / 3);
        return words.stream()
                .map(word -> new Guess(word, typingErrors(typed, word)))
                .filter(guess -> guess.typingErrors() <= errorsMax
                        || (typed.length() > 1 && guess.word().startsWith(typed)))
                .sorted(Comparator.comparingInt(Guess::typingErrors).thenComparing(Guess::word))
                .map(Guess::word)
                .limit(GUESSES_MAX)
                .toList();
    }

    /// Returns the number of letters left out, added, replaced or swapped with a neighbour (optimal string
    /// alignment).
    static int typingErrors(String typed, String meant) {
        int[][] distance = new int[typed.length() + 1][meant.length() + 1];
        for (int i = 0; i <= typed.length(); i++) {
            for (int j = 0; j <= meant.length(); j++) {
                distance[i][j] = i == 0 || j == 0 ? i + j : cheapest(distance, typed, meant, i, j);
            }
        }
        return distance[typed.length()][meant.length()];
    }

    private static int cheapest(int[][] distance, String typed, String meant, int i, int j) {
        int mistaken = typed.charAt(i - 1) == meant.charAt(j - 1) ? 0 : 1;
        int addedOrLeftOut = Math.min(distance[i - 1][j], distance[i][j - 1]) + 1;
        int least = Math.min(addedOrLeftOut, distance[i - 1][j - 1] + mistaken);
        boolean swapped = i > 1
                && j > 1
                && typed.charAt(i - 1) == meant.charAt(j - 2)
                && typed.charAt(i - 2) == meant.charAt(j - 1);
        return swapped ? Math.min(least, distance[i - 2][j - 2] + 1) : least;
    }
}
