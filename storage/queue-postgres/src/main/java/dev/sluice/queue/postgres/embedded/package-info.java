/// A PostgreSQL that comes with the program.
@NullMarked
package dev.sluice.queue.postgres.embedded;

import org.jspecify.annotations.NullMarked;
