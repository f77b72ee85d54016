package dev.sluice.cli.console;

/// Something the user gave is wrong. The message names it and, where one can guess, the remedy.
public final class BadInput extends RuntimeException {
    public BadInput(String message) {
        super(message);
    }
}
