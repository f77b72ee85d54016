/// The state that follows from records: a table of jobs for the one who turns the crank, immutable images for
/// readers.
@NullMarked
package dev.sluice.queue.image;

import org.jspecify.annotations.NullMarked;
