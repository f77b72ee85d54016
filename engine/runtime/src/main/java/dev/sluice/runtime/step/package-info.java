/// Bounded pieces of work and the two ways to turn their crank: a thread, or a virtual-time loop.
@NullMarked
package dev.sluice.runtime.step;

import org.jspecify.annotations.NullMarked;
