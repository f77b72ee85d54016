package dev.sluice.cli.console;

import java.util.logging.Level;

/// The log level on standard error.
public enum LogLevel {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE;

    private static final String PROPERTY = "sluice.log-level";
    private static final String BY_USER = "sluice.log-level.by-user";

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

    /// Stores the level that the user has chosen, without initializing the logging library, which starts with the
    /// first message; most commands never log.
    public void choose() {
        System.setProperty(BY_USER, "true");
        store();
    }

    /// Stores the level of a command, unless the user has chosen one.
    public void chooseByDefault() {
        if (System.getProperty(BY_USER) == null) {
            store();
        }
    }

    private void store() {
        System.setProperty(PROPERTY, name());
        System.setProperty("java.util.logging.config.class", LogConfiguration.class.getName());
    }

    static LogLevel chosen() {
        return valueOf(System.getProperty(PROPERTY, WARN.name()));
    }

    public static boolean isDebugging() {
        return chosen().compareTo(DEBUG) >= 0;
    }
}
