package dev.sluice.graph;

/// A graph that cannot be: the message says what is wrong with it and, where one can guess, the remedy.
public final class GraphException extends RuntimeException {
    public GraphException(String message) {
        super(message);
    }
}
