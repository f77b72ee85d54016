/// The live demonstration: a cluster, a scheduler and a workload in this process, and what they tell of themselves.
@NullMarked
package dev.sluice.cli.demo.live;

import org.jspecify.annotations.NullMarked;
