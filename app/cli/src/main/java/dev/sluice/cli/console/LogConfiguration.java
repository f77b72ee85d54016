package dev.sluice.cli.console;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Configures `java.util.logging`, the backend of `System.Logger`: one line per message, on standard error.
///
/// The logging library constructs it for the first logger.
public final class LogConfiguration {

    /// A strong reference: the logging library has weak ones only and would lose the level.
    private static final Logger OURS = Logger.getLogger("dev.sluice");

    public LogConfiguration() {
        ConsoleHandler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new OneLine());
        Logger root = Logger.getLogger("");
        root.addHandler(console);
        // Libraries stay at warnings; our own loggers follow the option.
        root.setLevel(Level.WARNING);
        OURS.setLevel(LogLevel.chosen().level());
    }

    private static final class OneLine extends Formatter {
        /// ISO 8601. A separate class, since it reads all time zones, and most commands log nothing.
        private static final class Timestamp {
            private static final DateTimeFormatter FORMAT =
                    DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());
        }

        @Override
        public String format(LogRecord message) {
            StringWriter text = new StringWriter();
            PrintWriter line = new PrintWriter(text);
            line.printf(
                    "%s %-7s %s: %s%n",
                    Timestamp.FORMAT.format(message.getInstant()),
                    message.getLevel().getName(),
                    message.getLoggerName(),
                    formatMessage(message));
            if (message.getThrown() != null) {
                message.getThrown().printStackTrace(line);
            }
            line.flush();
            return text.toString();
        }
    }
}
