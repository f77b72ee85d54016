package dev.sluice.scheduling;

import dev.sluice.scheduling.OverrunPolicy.Kill;

/// When scheduling passes run and in which order simultaneous events are handled. Published schedules differ in these
/// details, which change the metrics by some percent; so they are explicit options.
///
/// @param order the order of simultaneous events; the driver hands them in accordingly
/// @param passes when scheduling passes run
/// @param skipsUnfit whether to skip the pass for an arriving job that does not fit into the free resources
/// @param overdue whether a job past its expected end frees its resources before its end is reported
/// @param overrun what happens to a job at its wall time
public record CycleOptions(
        EventOrder order, Passes passes, boolean skipsUnfit, Overdue overdue, OverrunPolicy overrun) {

    public CycleOptions {
        if (overdue == Overdue.GONE && !(overrun instanceof Kill)) {
            throw new IllegalArgumentException(
                    "overdue jobs cannot count as gone with an overrun policy that extends them: set overdue to stay");
        }
    }

    /// The order of simultaneous events, after predictions that were exceeded have been corrected. Reaching the wall
    /// time counts as an end.
    public enum EventOrder {
        ENDS_FIRST,
        SUBMISSIONS_FIRST
    }

    public enum Passes {
        /// Once per instant, after all events of that instant.
        EACH_INSTANT,
        EACH_EVENT
    }

    public enum Overdue {
        STAYS,
        GONE
    }

    public static final CycleOptions DEFAULT =
            new CycleOptions(EventOrder.ENDS_FIRST, Passes.EACH_INSTANT, false, Overdue.STAYS, new Kill());

    /// The conventions of the SC'15 study of backfilling ("Improving backfilling by using machine learning to predict
    /// running times"). Its plain EASY skips passes for arriving jobs that do not fit; its other policies do not.
    public static CycleOptions reference(boolean skipsUnfit) {
        return new CycleOptions(EventOrder.SUBMISSIONS_FIRST, Passes.EACH_EVENT, skipsUnfit, Overdue.GONE, new Kill());
    }
}
