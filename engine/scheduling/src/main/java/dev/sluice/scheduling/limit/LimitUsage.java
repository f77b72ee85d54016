package dev.sluice.scheduling.limit;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.machine.RequestShape;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The current usage by queue, user and account, checked against the limits.
public final class LimitUsage {
    private final Map<String, QueueRules> rules;
    private final Map<Key, ResourceAmounts> used;

    /// By how much running jobs have grown since they started.
    private final Map<Integer, ResourceAmounts> grown;

    private final boolean limitsNobody;

    /// The last queue without rules: jobs of one queue often come in a row.
    private QueueRules unlimited = QueueRules.unlimited("");

    /// @param number of the user or account; unused for the queue itself
    private record Key(String queue, Limit.Scope scope, int number) {}

    /// The limit that keeps a job from starting.
    ///
    /// @param ever whether the job exceeds it even if it ran alone
    public record Excess(String queue, Limit.Scope scope, ResourceAmounts.Exceeded exceeded, boolean ever) {}

    public LimitUsage(List<QueueRules> queues) {
        rules = new HashMap<>();
        used = new HashMap<>();
        grown = new HashMap<>();
        queues.forEach(queue -> rules.put(queue.name(), queue));
        limitsNobody = queues.stream().allMatch(queue -> queue.limits().isEmpty());
    }

    private LimitUsage(LimitUsage other) {
        rules = other.rules;
        used = new HashMap<>(other.used);
        grown = new HashMap<>(other.grown);
        limitsNobody = other.limitsNobody;
    }

    /// Returns a copy for readers.
    public LimitUsage copy() {
        return new LimitUsage(this);
    }

    public QueueRules rules(String queue) {
        QueueRules known = rules.isEmpty() ? null : rules.get(queue);
        return known == null ? unlimited(queue) : known;
    }

    private QueueRules unlimited(String queue) {
        if (!unlimited.name().equals(queue)) {
            unlimited = QueueRules.unlimited(queue);
        }
        return unlimited;
    }

    /// Returns whether any queue has limits.
    public boolean hasLimits() {
        return !limitsNobody;
    }

    /// Returns whether the job's queue has limits.
    public boolean isLimited(JobTable table, int job) {
        return !limitsNobody && !rulesOf(table, job).limits().isEmpty();
    }

    public void note(JobTable table, int job, RequestShape shape, boolean started) {
        if (limitsNobody) {
            return;
        }
        ResourceAmounts more = started ? null : grown.remove(job);
        ResourceAmounts amounts = ResourceAmounts.of(shape);
        add(table, job, more == null ? amounts : amounts.plus(more, 1), started ? 1 : -1);
    }

    /// Notes that a running job has got parts, or that some have gone.
    public void noteParts(JobTable table, int job, int more) {
        Optional<JobParts> parts =
                limitsNobody ? Optional.empty() : table.job(job).parts();
        if (parts.isPresent() && more != 0) {
            ResourceAmounts amounts = ResourceAmounts.ofParts(parts.get().part(), more);
            grown.merge(job, amounts, (one, other) -> one.plus(other, 1));
            add(table, job, amounts, 1);
        }
    }

    private void add(JobTable table, int job, ResourceAmounts amounts, int sign) {
        // Limits of one scope share one usage count, which must be increased only once.
        Set<Limit.Scope> noted = EnumSet.noneOf(Limit.Scope.class);
        for (Limit limit : rulesOf(table, job).limits()) {
            if (noted.add(limit.scope())) {
                Key key = key(table, job, limit.scope());
                used.put(key, inUse(key).plus(amounts, sign));
            }
        }
    }

    /// Returns whether the limits let a running job grow by one part.
    public boolean allowsPart(JobTable table, int job, Jobspec part) {
        if (limitsNobody) {
            return true;
        }
        ResourceAmounts more = ResourceAmounts.ofParts(part, 1);
        return rulesOf(table, job).limits().stream()
                .allMatch(limit ->
                        inUse(key(table, job, limit.scope())).plus(more, 1).isWithin(limit.max()));
    }

    /// Returns what is in use, by queue, scope, and user or account; without those that use nothing.
    public Map<String, ResourceAmounts> used(JobTable table) {
        Map<String, ResourceAmounts> all = new TreeMap<>();
        used.forEach((key, amounts) -> {
            String name = switch (key.scope()) {
                case QUEUE -> "";
                case USER -> table.users().name(key.number());
                case ACCOUNT -> table.accounts().name(key.number());
            };
            if (!amounts.equals(ResourceAmounts.NONE)) {
                all.put(key.queue() + " " + key.scope() + " " + name, amounts);
            }
        });
        return all;
    }

    public boolean allows(JobTable table, int job, RequestShape shape) {
        return limitsNobody || excess(table, job, shape).isEmpty();
    }

    public Optional<Excess> excess(JobTable table, int job, RequestShape shape) {
        if (limitsNobody) {
            return Optional.empty();
        }
        ResourceAmounts wanted = ResourceAmounts.of(shape);
        for (Limit limit : rulesOf(table, job).limits()) {
            ResourceAmounts then = inUse(key(table, job, limit.scope())).plus(wanted, 1);
            if (!then.isWithin(limit.max())) {
                boolean ever = !wanted.isWithin(limit.max());
                ResourceAmounts.Exceeded exceeded = (ever ? wanted : then).excessOver(limit.max());
                return Optional.of(new Excess(rulesOf(table, job).name(), limit.scope(), exceeded, ever));
            }
        }
        return Optional.empty();
    }

    private ResourceAmounts inUse(Key key) {
        return Objects.requireNonNullElse(used.get(key), ResourceAmounts.NONE);
    }

    private QueueRules rulesOf(JobTable table, int job) {
        return rules(table.job(job).queuePriority().queue());
    }

    private static Key key(JobTable table, int job, Limit.Scope scope) {
        int number = switch (scope) {
            case QUEUE -> 0;
            case USER -> table.user(job);
            case ACCOUNT -> table.account(job);
        };
        return new Key(table.job(job).queuePriority().queue(), scope, number);
    }
}
