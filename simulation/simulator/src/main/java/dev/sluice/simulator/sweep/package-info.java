/// Many runs at once: every combination of what an experiment varies.
@NullMarked
package dev.sluice.simulator.sweep;

import org.jspecify.annotations.NullMarked;
