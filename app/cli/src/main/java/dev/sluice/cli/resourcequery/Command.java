package dev.sluice.cli.resourcequery;

import java.util.List;
import java.util.function.Consumer;

/// One of the words that a line may begin with.
///
/// @param note what `help` says
/// @param arguments what may follow; the last may be repeated
/// @param action gets all words of the line, the command itself first
record Command(String name, String abbreviation, String note, List<Argument> arguments, Consumer<List<String>> action) {
    String help() {
        return "INFO: " + name + " (" + abbreviation + ") -- " + note + "\n";
    }

    boolean answersTo(String word) {
        return word.equals(name) || word.equals(abbreviation);
    }

    /// What may be the word with this number; the command itself is number 0.
    Argument argument(int number) {
        return arguments.isEmpty() ? new Argument.Free() : arguments.get(Math.min(number, arguments.size()) - 1);
    }
}
