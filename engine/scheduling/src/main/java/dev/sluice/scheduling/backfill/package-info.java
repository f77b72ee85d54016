/// Backfilling policies, one class each, and the [dev.sluice.scheduling.backfill.Pass] with whose methods they are
/// written.
@NullMarked
package dev.sluice.scheduling.backfill;

import org.jspecify.annotations.NullMarked;
