package dev.sluice.server;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Lists the lines that a class logs, with their levels.
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new ArrayList<>();

    LogLines(Class<?> of) {
        logger = Logger.getLogger(of.getName());
        logger.setLevel(Level.INFO);
        logger.addHandler(this);
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(line.getLevel() + " " + MessageFormat.format(line.getMessage(), line.getParameters()));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
