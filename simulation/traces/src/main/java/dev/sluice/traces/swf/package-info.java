/// The Standard Workload Format, version 2.2: one job per line, eighteen numbers, labelled comments at the top.
///
/// Read in one pass from bytes to columns. Deviations found in real logs are accepted; malformed numbers are
/// refused with line and column.
@NullMarked
package dev.sluice.traces.swf;

import org.jspecify.annotations.NullMarked;
