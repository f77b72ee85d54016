package dev.sluice.graph.fuzz;

import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;

/// Idsets, hostlists and durations, which must survive a round trip.
public final class SetTarget {
    private SetTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        String text = Texts.of(data);
        attempt(() -> {
            Idset set = Idset.parse(text);
            Texts.same(set.encode(), Idset.parse(set.encode()).encode());
        });
        attempt(() -> {
            Hostlist list = Hostlist.parse(text);
            Texts.same(list.encode(), Hostlist.parse(list.encode()).encode());
        });
        attempt(() -> FluxDuration.parseSeconds(text));
    }

    private static void attempt(Runnable reading) {
        try {
            reading.run();
        } catch (MalformedTextException e) {
            // An expected refusal.
        }
    }
}
