/// The Standard Workload Format, version 2.2: one job a line, eighteen numbers, comments with labels at the top.
///
/// Read in one pass from bytes to columns. What real logs do with the format is tolerated; what is no number is
/// refused with its line and column.
@NullMarked
package dev.sluice.traces.swf;

import org.jspecify.annotations.NullMarked;
