/// The persisted facts. All state follows from replaying them in order.
@NullMarked
package dev.sluice.queue.record;

import org.jspecify.annotations.NullMarked;
