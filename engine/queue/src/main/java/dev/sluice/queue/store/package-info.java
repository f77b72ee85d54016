/// Where records are kept.
@NullMarked
package dev.sluice.queue.store;

import org.jspecify.annotations.NullMarked;
