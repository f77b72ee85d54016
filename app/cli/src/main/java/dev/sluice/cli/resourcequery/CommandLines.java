package dev.sluice.cli.resourcequery;

import java.io.IOException;
import java.util.Optional;

/// Where the lines of a session come from.
interface CommandLines extends AutoCloseable {

    /// The next line; empty when there is none left.
    Optional<String> next() throws IOException;

    @Override
    default void close() throws IOException {}
}
