/// Explains why a job waits and when it will start, for people and for programs.
@NullMarked
package dev.sluice.scheduling.reason;

import org.jspecify.annotations.NullMarked;
