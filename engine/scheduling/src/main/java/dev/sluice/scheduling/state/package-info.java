/// The engine's state. It changes only by records, both live and on replay.
@NullMarked
package dev.sluice.scheduling.state;

import org.jspecify.annotations.NullMarked;
