/// The port to where records are kept, and its in-memory implementations.
@NullMarked
package dev.sluice.queue.store;

import org.jspecify.annotations.NullMarked;
