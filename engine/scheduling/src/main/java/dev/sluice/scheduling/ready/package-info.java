/// What a job has to wait for before it is considered at all.
@NullMarked
package dev.sluice.scheduling.ready;

import org.jspecify.annotations.NullMarked;
