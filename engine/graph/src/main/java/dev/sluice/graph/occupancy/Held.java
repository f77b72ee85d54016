package dev.sluice.graph.occupancy;

import dev.sluice.graph.occupancy.Occupancy.Holding;

/// A holding and its spans on timelines.
@SuppressWarnings("ArrayRecordComponent") // never compared
record Held(Holding holding, int[] spans) {}
