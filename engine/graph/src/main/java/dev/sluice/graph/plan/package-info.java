/// Planners: how much of each resource is free at each time.
///
/// [Timelines] is the store of all timelines, [TimelineCursor] iterates over one. Which resource a timeline belongs
/// to and which job holds a span is decided by the callers. Nothing here knows the present time.
@NullMarked
package dev.sluice.graph.plan;

import org.jspecify.annotations.NullMarked;
