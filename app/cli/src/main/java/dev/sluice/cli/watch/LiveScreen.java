package dev.sluice.cli.watch;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/// A terminal that shows the newest lines in place of the ones before. What was on it before comes back at the end.
public final class LiveScreen implements AutoCloseable {
    private static final String BEGIN = "\033[?1049h\033[?25l";
    private static final String END = "\033[?25h\033[?1049l";
    private static final String HOME = "\033[H";
    private static final String REST_OF_LINE = "\033[K";
    private static final String REST_OF_SCREEN = "\033[J";

    /// Of a terminal that does not tell its size.
    private static final int USUAL_WIDTH = 80;

    private static final int USUAL_HEIGHT = 24;

    private final Terminal terminal;
    private boolean isOver;

    public LiveScreen() throws IOException {
        // JLine's signal handlers would replace the JVM's, so that Ctrl-C would end the process without its shutdown
        // hooks.
        this(TerminalBuilder.builder()
                .system(true)
                .dumb(true)
                .nativeSignals(false)
                .build());
    }

    LiveScreen(Terminal terminal) {
        this.terminal = terminal;
        print(BEGIN);
    }

    public int width() {
        return orUsual(terminal.getSize().getColumns(), USUAL_WIDTH);
    }

    public int height() {
        Size size = terminal.getSize();
        return orUsual(size.getRows(), USUAL_HEIGHT);
    }

    private static int orUsual(int value, int usual) {
        return value <= 0 ? usual : value;
    }

    /// Replaces what is shown. Each line is cleared before it is written: after a line of full width, a terminal
    /// would clear its last character.
    public synchronized void show(List<String> lines) {
        if (isOver) {
            return;
        }
        StringBuilder screen = new StringBuilder(HOME);
        int last = Math.min(lines.size(), height());
        for (int i = 0; i < last; i++) {
            screen.append(i == 0 ? "" : "\r\n").append(REST_OF_LINE).append(lines.get(i));
        }
        if (last < height()) {
            screen.append(last == 0 ? "" : "\r\n").append(REST_OF_SCREEN);
        }
        print(screen.toString());
    }

    private void print(String text) {
        PrintWriter writer = terminal.writer();
        writer.print(text);
        writer.flush();
    }

    @Override
    public synchronized void close() {
        if (!isOver) {
            isOver = true;
            print(END);
        }
    }
}
