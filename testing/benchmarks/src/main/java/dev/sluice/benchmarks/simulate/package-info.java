/// How fast simulations are, and what a pass costs.
@NullMarked
package dev.sluice.benchmarks.simulate;

import org.jspecify.annotations.NullMarked;
