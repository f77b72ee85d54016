package dev.sluice.cli.resourcequery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The commands of a session, for carrying them out, for `help` and for completion.
final class CommandTable {
    private final List<Command> commands;
    private final Map<String, Command> byWord = new HashMap<>();
    private final Consumer<String> notes;

    /// Adds `help` and `quit` to the commands.
    ///
    /// @param notes where `help` prints
    CommandTable(List<Command> commands, Consumer<String> notes) {
        this.notes = notes;
        this.commands = new ArrayList<>(commands);
        List<String> names = commands.stream().map(Command::name).toList();
        this.commands.add(new Command(
                "help",
                "h",
                "Print this, or about one command: resource-query> help match",
                List.of(new Argument.OneOf(names)),
                this::help));
        this.commands.add(new Command(Commands.QUIT, "q", "End the session: resource-query> quit", List.of(), _ -> {}));
        for (Command command : this.commands) {
            byWord.putIfAbsent(command.name(), command);
            // Two share one letter; it belongs to the first.
            byWord.putIfAbsent(command.abbreviation(), command);
        }
    }

    Optional<Command> named(String word) {
        return Optional.ofNullable(byWord.get(word));
    }

    List<String> names() {
        return commands.stream().map(Command::name).toList();
    }

    private void help(List<String> words) {
        StringBuilder text = new StringBuilder();
        for (Command command : commands) {
            if (words.size() != 2 || command.answersTo(words.get(1))) {
                text.append(command.help());
            }
        }
        notes.accept(text.isEmpty() ? "ERROR: unknown command: " + words.get(1) + "\n" : text.toString());
    }
}
