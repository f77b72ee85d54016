/// Reads and writes workload files; the file name tells the format.
@NullMarked
package dev.sluice.traces.file;

import org.jspecify.annotations.NullMarked;
