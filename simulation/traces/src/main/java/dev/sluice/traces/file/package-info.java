/// Workloads from and to files whose names tell the format.
@NullMarked
package dev.sluice.traces.file;

import org.jspecify.annotations.NullMarked;
