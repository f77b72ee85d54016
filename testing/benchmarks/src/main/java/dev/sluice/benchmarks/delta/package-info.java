/// Benchmarks of changes to a machine while jobs wait: what one event costs, beside a rebuild from scratch.
@NullMarked
package dev.sluice.benchmarks.delta;

import org.jspecify.annotations.NullMarked;
