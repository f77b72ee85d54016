package dev.sluice.graph.occupancy;

import dev.sluice.graph.occupancy.Occupancy.Holding;

/// A holding and the spans that stand for it.
@SuppressWarnings("ArrayRecordComponent") // never compared
record Held(Holding holding, int[] spans) {}
