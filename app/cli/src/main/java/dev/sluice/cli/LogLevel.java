package dev.sluice.cli;

import java.util.logging.Level;

/// The log level on standard error.
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

    /// Stores the level without initializing the logging library, which starts with the first message; most
    /// commands never log.
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
