package dev.sluice.cli;

import java.util.logging.Level;

/// How much the program says about its own doings, on standard error.
enum LogLevel {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE;

    private static final String PROPERTY = "sluice.log-level";

    Level level() {
        return switch (this) {
            case OFF -> Level.OFF;
            case ERROR -> Level.SEVERE;
            case WARN -> Level.WARNING;
            case INFO -> Level.INFO;
            case DEBUG -> Level.FINE;
            case TRACE -> Level.FINER;
        };
    }

    /// Remembers the level without touching the logging library: it starts when somebody logs, and most commands never
    /// do.
    void choose() {
        System.setProperty(PROPERTY, name());
        System.setProperty("java.util.logging.config.class", LogConfiguration.class.getName());
    }

    static LogLevel chosen() {
        return valueOf(System.getProperty(PROPERTY, WARN.name()));
    }

    static boolean isDebugging() {
        return chosen().compareTo(DEBUG) >= 0;
    }
}
