package dev.sluice.cli.resourcequery;

/// A file holds no jobspec that this session could match.
final class BadJobspec extends RuntimeException {
    BadJobspec(String message) {
        super(message);
    }
}
