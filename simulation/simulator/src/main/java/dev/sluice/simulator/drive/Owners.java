package dev.sluice.simulator.drive;

import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.scheduling.limit.QueueRules;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Users, groups and queues by their numbers in a trace; unknown ones have the empty name.
final class Owners {
    private static final long UNKNOWN = -1;

    /// Traces count users from zero or one. Larger numbers cost a look-up in a map.
    private static final int DENSE_USERS_MAX = 1 << 16;

    /// By user: the groups in which the user has jobs.
    private @Nullable Member[] owners = new @Nullable Member[256];

    private final Map<Long, Member> otherOwners = new HashMap<>();

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
        Member first = first(user);
        for (Member member = first; member != null; member = member.next()) {
            if (member.group() == group) {
                return member.owner();
            }
        }
        Member made = new Member(group, new Owner(name(user), name(group)), first);
        if (isDense(user)) {
            if (user >= owners.length) {
                owners = Arrays.copyOf(owners, Math.max((int) user + 1, 2 * owners.length));
            }
            owners[(int) user] = made;
        } else {
            otherOwners.put(user, made);
        }
        return made.owner();
    }

    private @Nullable Member first(long user) {
        if (isDense(user)) {
            return user < owners.length ? owners[(int) user] : null;
        }
        return otherOwners.get(user);
    }

    private static boolean isDense(long user) {
        return user >= 0 && user < DENSE_USERS_MAX;
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
