/// Compares our schedules with published ones of real traces, job by job.
@NullMarked
package dev.sluice.simulator.reference;

import org.jspecify.annotations.NullMarked;
