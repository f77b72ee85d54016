package dev.sluice.traces.synthetic;

/// The daily cycle of a model's arrivals, as a change of time.
///
/// Operational time is the integral of the relative rate of arrivals, which is 1 on average over a day: it runs fast
/// where arrivals are frequent. In operational time the rate of arrivals is constant, so arrivals can be brought
/// closer together there without moving the hours of the day at which they are frequent.
public interface DailyCycle {
    double DAY_SECONDS = 86_400;

    /// The operational time that has passed since midnight of the first day. Increases strictly.
    double operational(double seconds);

    /// The inverse of [#operational].
    double seconds(double operational);
}
