/// The future of resources: how much of each is free at each moment.
///
/// [Timelines] holds them all, [TimelineCursor] walks along one. What a timeline belongs to, who holds a span and
/// who may have one is decided elsewhere; nothing here knows the present moment.
@NullMarked
package dev.sluice.graph.plan;

import org.jspecify.annotations.NullMarked;
