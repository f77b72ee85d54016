/// Jobs' requests, compiled for the resource graph; jobs with equal requests share one shape.
@NullMarked
package dev.sluice.scheduling.machine;

import org.jspecify.annotations.NullMarked;
