/// Benchmarks of simulations, and of one scheduling pass.
@NullMarked
package dev.sluice.benchmarks.simulate;

import org.jspecify.annotations.NullMarked;
