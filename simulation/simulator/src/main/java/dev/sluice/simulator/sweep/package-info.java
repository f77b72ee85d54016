/// Sweeps: runs of all combinations of an experiment's parameters.
@NullMarked
package dev.sluice.simulator.sweep;

import org.jspecify.annotations.NullMarked;
