/// Published schedules of real traces, and whether ours are the same, job for job.
@NullMarked
package dev.sluice.simulator.reference;

import org.jspecify.annotations.NullMarked;
