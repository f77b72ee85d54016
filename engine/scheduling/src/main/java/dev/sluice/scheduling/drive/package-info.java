/// Runs the engine: persists its records, and carries out its decisions once they are durable.
@NullMarked
package dev.sluice.scheduling.drive;

import org.jspecify.annotations.NullMarked;
