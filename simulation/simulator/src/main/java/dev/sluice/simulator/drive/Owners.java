package dev.sluice.simulator.drive;

import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.scheduling.limit.QueueRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Users, groups and queues by their numbers in a trace; unknown ones have the empty name.
final class Owners {
    private static final long UNKNOWN = -1;

    /// By user: the groups in which the user has jobs.
    private final Map<Long, Member> owners = new HashMap<>();

    private final Map<Long, QueuePriority> standings = new HashMap<>();
    private final Map<String, Long> priorities = new HashMap<>();
    private final QueuePriority withoutQueue;

    /// A user in a group; the user's other groups follow.
    private record Member(long group, Owner owner, @Nullable Member next) {}

    // Cache: jobs of one user often come in a row.
    private long lastUser = UNKNOWN;
    private long lastGroup = UNKNOWN;
    private Owner last = new Owner(name(UNKNOWN), name(UNKNOWN));

    /// @param queues the queues that give their jobs a priority
    Owners(List<QueueRules> queues) {
        queues.forEach(queue -> priorities.put(queue.name(), queue.priority()));
        withoutQueue = queuePriority(QueuePriority.DEFAULT_QUEUE);
    }

    private QueuePriority queuePriority(String queue) {
        return new QueuePriority(queue, priorities.getOrDefault(queue, 0L));
    }

    Owner of(long user, long group) {
        if (user != lastUser || group != lastGroup) {
            last = find(user, group);
            lastUser = user;
            lastGroup = group;
        }
        return last;
    }

    /// Most users have one group.
    private Owner find(long user, long group) {
        Member first = owners.get(user);
        for (Member member = first; member != null; member = member.next()) {
            if (member.group() == group) {
                return member.owner();
            }
        }
        Member made = new Member(group, new Owner(name(user), name(group)), first);
        owners.put(user, made);
        return made.owner();
    }

    QueuePriority queuePriority(long queue) {
        if (queue < 0) {
            return withoutQueue;
        }
        QueuePriority known = standings.get(queue);
        if (known == null) {
            known = queuePriority(Long.toString(queue));
            standings.put(queue, known);
        }
        return known;
    }

    private static String name(long number) {
        return number < 0 ? "" : Long.toString(number);
    }
}
