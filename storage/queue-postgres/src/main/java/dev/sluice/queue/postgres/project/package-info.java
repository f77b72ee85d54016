/// Jobs, runs and decisions as rows, computed from records.
@NullMarked
package dev.sluice.queue.postgres.project;

import org.jspecify.annotations.NullMarked;
