package dev.sluice.simulator.drive;

import dev.sluice.queue.Owner;
import dev.sluice.queue.Standing;
import java.util.HashMap;
import java.util.Map;

/// Users, groups and queues by their numbers in a trace; what is not known has the empty name.
final class Owners {
    private static final long UNKNOWN = -1;

    private final Map<Long, Map<Long, Owner>> owners = new HashMap<>();
    private final Map<Long, Standing> standings = new HashMap<>();

    // Whoever submits often submits in a row.
    private long lastUser = UNKNOWN;
    private long lastGroup = UNKNOWN;
    private Owner last = new Owner(name(UNKNOWN), name(UNKNOWN));

    Owner of(long user, long group) {
        if (user != lastUser || group != lastGroup) {
            last = owners.computeIfAbsent(user, _ -> new HashMap<>())
                    .computeIfAbsent(group, _ -> new Owner(name(user), name(group)));
            lastUser = user;
            lastGroup = group;
        }
        return last;
    }

    Standing standing(long queue) {
        if (queue < 0) {
            return Standing.PLAIN;
        }
        Standing known = standings.get(queue);
        if (known == null) {
            known = new Standing(Long.toString(queue), 0);
            standings.put(queue, known);
        }
        return known;
    }

    private static String name(long number) {
        return number < 0 ? "" : Long.toString(number);
    }
}
