/// The facts that are persisted. All state follows from replaying them in their order.
@NullMarked
package dev.sluice.queue.record;

import org.jspecify.annotations.NullMarked;
