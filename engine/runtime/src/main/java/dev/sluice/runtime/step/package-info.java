/// Bounded pieces of work, and the two cranks that drive them: a thread, or a virtual-time loop.
@NullMarked
package dev.sluice.runtime.step;

import org.jspecify.annotations.NullMarked;
