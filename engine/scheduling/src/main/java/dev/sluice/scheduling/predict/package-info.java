/// How long a job will really take.
@NullMarked
package dev.sluice.scheduling.predict;

import org.jspecify.annotations.NullMarked;
