/// Seeded randomness, split per actor.
@NullMarked
package dev.sluice.runtime.random;

import org.jspecify.annotations.NullMarked;
