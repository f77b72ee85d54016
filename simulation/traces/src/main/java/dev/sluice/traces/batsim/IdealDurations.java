package dev.sluice.traces.batsim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Computes the shortest possible durations of profiles, including sequences. Results for sequences and replays
/// are cached per number of hosts: nested sequences would take exponential time, and replays are files.
final class IdealDurations {
    /// Real files nest phases in applications in campaigns, not deeper. Deeper nesting is a circle.
    static final int DEPTH_MAX = 100;

    private record Case(String profile, int hosts) {}

    private final Map<String, BatsimProfile> profiles;
    private final HostSpeed speed;
    private final Replays replays;
    private final Map<Case, OptionalDouble> known = new HashMap<>();

    IdealDurations(Map<String, BatsimProfile> profiles, HostSpeed speed, Replays replays) {
        this.profiles = profiles;
        this.speed = speed;
        this.replays = replays;
    }

    OptionalDouble of(String profile, int hosts) {
        return of(profile, hosts, 0);
    }

    private OptionalDouble of(String profile, int hosts, int depth) {
        Work work = Optional.ofNullable(profiles.get(profile))
                .orElseThrow(() -> new IllegalArgumentException("there is no profile (" + profile + ")"))
                .work();
        return switch (work) {
            case Work.Sequence _, Work.Smpi _, Work.UsageTrace _ -> cached(profile, work, hosts, depth);
            default -> work.idealSeconds(hosts, speed);
        };
    }

    private OptionalDouble cached(String profile, Work work, int hosts, int depth) {
        Case asked = new Case(profile, hosts);
        OptionalDouble before = known.get(asked);
        if (before != null) {
            return before;
        }
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException(
                    "sequences within sequences deeper than (" + DEPTH_MAX + ") at profile (" + profile + ")");
        }
        OptionalDouble seconds = work instanceof Work.Sequence sequence
                ? total(sequence.profiles(), sequence.repeat(), hosts, depth)
                : replayed(work);
        known.put(asked, seconds);
        return seconds;
    }

    private OptionalDouble replayed(Work work) {
        OptionalDouble flops = replays.flops(work);
        return flops.isEmpty() ? flops : OptionalDouble.of(flops.getAsDouble() / speed.flopsPerSecond());
    }

    private OptionalDouble total(List<String> parts, int repeat, int hosts, int depth) {
        double sum = 0;
        for (String part : parts) {
            OptionalDouble seconds = of(part, hosts, depth + 1);
            if (seconds.isEmpty()) {
                return seconds;
            }
            sum += seconds.getAsDouble();
        }
        return OptionalDouble.of(repeat * sum);
    }
}
