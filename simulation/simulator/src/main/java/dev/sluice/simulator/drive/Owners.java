package dev.sluice.simulator.drive;

import dev.sluice.queue.Owner;
import dev.sluice.queue.Standing;
import java.util.HashMap;
import java.util.Map;

/// Users, groups and queues by their numbers in a trace; what is not known has the empty name.
final class Owners {
    private final Map<Long, Map<Long, Owner>> owners = new HashMap<>();
    private final Map<Long, Standing> standings = new HashMap<>();

    Owner of(long user, long group) {
        return owners.computeIfAbsent(user, _ -> new HashMap<>())
                .computeIfAbsent(group, _ -> new Owner(name(user), name(group)));
    }

    Standing standing(long queue) {
        return standings.computeIfAbsent(
                queue, _ -> queue < 0 ? Standing.PLAIN : new Standing(Long.toString(queue), 0));
    }

    private static String name(long number) {
        return number < 0 ? "" : Long.toString(number);
    }
}
