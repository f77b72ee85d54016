package dev.sluice.scheduling;

import dev.sluice.scheduling.OverrunPolicy.Kill;

/// How events of one moment and passes follow each other. Published schedules differ in this fine print, and it
/// moves their figures by some percent; so it is said, not implied.
///
/// @param order of events at equal times; whoever feeds the engine keeps to it
/// @param passes when the waiting jobs are looked at
/// @param skipsUnfit whether no pass is made for a newcomer who does not fit into what is free at the moment
/// @param overdue whether a job that should be over by now counts as gone, although nobody has said so yet
/// @param overrun what becomes of a job at its wall time
public record CycleOptions(
        EventOrder order, Passes passes, boolean skipsUnfit, Overdue overdue, OverrunPolicy overrun) {

    public CycleOptions {
        if (overdue == Overdue.GONE && !(overrun instanceof Kill)) {
            throw new IllegalArgumentException(
                    "a job that may run on beyond its wall time cannot count as gone then; Maybe overdue jobs stay?");
        }
    }

    /// Which events of one moment come first, once predictions that did not hold have been put right. Reaching
    /// the wall time is an end like others.
    public enum EventOrder {
        ENDS_FIRST,
        SUBMISSIONS_FIRST
    }

    public enum Passes {
        /// Once everything that happens at a moment has happened.
        EACH_INSTANT,
        EACH_EVENT
    }

    public enum Overdue {
        STAYS,
        GONE
    }

    public static final CycleOptions DEFAULT =
            new CycleOptions(EventOrder.ENDS_FIRST, Passes.EACH_INSTANT, false, Overdue.STAYS, new Kill());

    /// As the SC'15 study of backfilling has it ("Improving backfilling by using machine learning to predict
    /// running times"). Its plain EASY skips passes for newcomers who do not fit; its other policies do not.
    public static CycleOptions reference(boolean skipsUnfit) {
        return new CycleOptions(EventOrder.SUBMISSIONS_FIRST, Passes.EACH_EVENT, skipsUnfit, Overdue.GONE, new Kill());
    }
}
