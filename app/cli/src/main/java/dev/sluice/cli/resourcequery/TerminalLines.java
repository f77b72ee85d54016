package dev.sluice.cli.resourcequery;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/// Lines typed on a terminal, with history and completion. Only here is JLine used, so that nothing of it is loaded
/// when a script is run.
final class TerminalLines implements CommandLines {

    /// Lines beyond this are forgotten, oldest first.
    private static final int HISTORY_MAX = 2000;

    private final Terminal terminal;
    private final LineReader reader;
    private final PrintWriter out;
    private final String prompt;

    TerminalLines(Completions completions, PrintWriter out, String prompt) throws IOException {
        this.terminal = TerminalBuilder.builder().system(true).build();
        this.out = out;
        this.prompt = prompt;
        DefaultParser parser = new DefaultParser();
        // Words are words: the tool knows neither quotes nor escapes.
        parser.setEscapeChars(new char[0]);
        parser.setQuoteChars(new char[0]);
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(parser)
                .completer((_, line, candidates) -> offer(completions, line, candidates))
                .variable(LineReader.HISTORY_FILE, historyFile(System.getenv()))
                .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_MAX)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }

    private static void offer(Completions completions, ParsedLine line, List<Candidate> candidates) {
        List<String> words = new ArrayList<>(line.words().subList(0, line.wordIndex()));
        words.add(line.word().substring(0, line.wordCursor()));
        for (String word : completions.of(words)) {
            boolean mayGoOn = word.endsWith("/") || word.endsWith("=");
            candidates.add(new Candidate(word, word, null, null, null, null, !mayGoOn));
        }
    }

    /// In the user's state directory, as the XDG specification has it.
    static Path historyFile(Map<String, String> environment) throws IOException {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        Path folder = state.isEmpty() ? Path.of(System.getProperty("user.home"), ".local", "state") : Path.of(state);
        return Files.createDirectories(folder.resolve("sluice")).resolve("resource-query-history");
    }

    @Override
    public Optional<String> next() {
        out.flush();
        try {
            return Optional.of(reader.readLine(prompt));
        } catch (UserInterruptException e) {
            // Ctrl-C drops the line, as in a shell.
            return Optional.of("");
        } catch (EndOfFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
