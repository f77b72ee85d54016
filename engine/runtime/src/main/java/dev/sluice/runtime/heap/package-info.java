/// The array heap behind timers, event queues and best-first searches.
@NullMarked
package dev.sluice.runtime.heap;

import org.jspecify.annotations.NullMarked;
