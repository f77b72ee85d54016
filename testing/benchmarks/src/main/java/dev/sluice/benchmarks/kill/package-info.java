/// `bin/kill-test`: kills `sluice serve`, PostgreSQL and the API server at random moments of a workload, and checks
/// that
/// nothing is lost or doubled.
@NullMarked
package dev.sluice.benchmarks.kill;

import org.jspecify.annotations.NullMarked;
