/// Long queues: jobs that pass through an engine, and jobs that a limit stops.
@NullMarked
package dev.sluice.benchmarks.queue;

import org.jspecify.annotations.NullMarked;
