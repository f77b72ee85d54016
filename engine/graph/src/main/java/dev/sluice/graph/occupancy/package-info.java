/// The allocations and reservations of jobs, and what they leave free over time.
@NullMarked
package dev.sluice.graph.occupancy;

import org.jspecify.annotations.NullMarked;
