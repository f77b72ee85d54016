/// The state that follows from records: a mutable job table for the engine, immutable images for readers.
@NullMarked
package dev.sluice.queue.image;

import org.jspecify.annotations.NullMarked;
