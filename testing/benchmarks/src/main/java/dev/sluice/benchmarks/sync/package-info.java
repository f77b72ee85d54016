/// What it costs to follow a cluster.
@NullMarked
package dev.sluice.benchmarks.sync;

import org.jspecify.annotations.NullMarked;
