/// Connections to a database, and its schema.
@NullMarked
package dev.sluice.queue.postgres.connect;

import org.jspecify.annotations.NullMarked;
