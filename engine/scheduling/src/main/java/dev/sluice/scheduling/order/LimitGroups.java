package dev.sluice.scheduling.order;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Numbers groups of waiting jobs that a limit allows or stops together: those of one queue, user, account and
/// shape.
///
/// Jobs in queues without limits are grouped by shape alone. The number of a group without jobs is given to
/// another one.
public final class LimitGroups {
    private final Map<Key, Integer> numbers = new HashMap<>();
    private final List<Key> keys = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    /// The usage counts that limits apply to.
    public record Owner(int queue, int user, int account) {}

    private record Key(Optional<Owner> owner, int shape) {}

    /// Returns the number of a group.
    ///
    /// @param owner empty for a queue without limits
    public int numberOf(Optional<Owner> owner, int shape) {
        return numbers.computeIfAbsent(new Key(owner, shape), key -> {
            if (!free.isEmpty()) {
                int number = free.removeLast();
                keys.set(number, key);
                return number;
            }
            keys.add(key);
            return keys.size() - 1;
        });
    }

    /// Frees the number of a group that has no jobs any more.
    public void remove(int number) {
        numbers.remove(keys.get(number));
        free.add(number);
    }
}
