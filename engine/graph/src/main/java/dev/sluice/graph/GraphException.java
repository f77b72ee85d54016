package dev.sluice.graph;

/// An invalid graph or an invalid change of one. The message names the problem and, where it can be guessed, the
/// remedy.
public final class GraphException extends RuntimeException {
    public GraphException(String message) {
        super(message);
    }
}
