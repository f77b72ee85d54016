/// Who goes: one class for each policy, and the pass over the waiting jobs that all of them are written in.
@NullMarked
package dev.sluice.scheduling.backfill;

import org.jspecify.annotations.NullMarked;
