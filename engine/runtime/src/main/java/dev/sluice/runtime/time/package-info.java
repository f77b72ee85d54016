/// Clocks and timers.
///
/// Time is nanoseconds since the Unix epoch in a `long`, good until the year 2262. It never runs backwards. Only
/// [SystemClock] reads the machine's clock; everything else is told the time.
@NullMarked
package dev.sluice.runtime.time;

import org.jspecify.annotations.NullMarked;
