/// Lets only one writer in.
@NullMarked
package dev.sluice.queue.postgres.lock;

import org.jspecify.annotations.NullMarked;
