/// Two versions of the engine in one process, by turns.
@NullMarked
package dev.sluice.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
