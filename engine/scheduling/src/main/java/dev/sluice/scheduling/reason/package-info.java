/// Why a job does not run yet, for people and for programs.
@NullMarked
package dev.sluice.scheduling.reason;

import org.jspecify.annotations.NullMarked;
