package dev.sluice.cli.console;

/// The user's input is wrong. The message names it and, if possible, a remedy.
public final class BadInput extends RuntimeException {
    public BadInput(String message) {
        super(message);
    }
}
