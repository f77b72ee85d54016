package dev.sluice.queue.postgres;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.queue.Job;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records for tests.
public final class Records {
    public static final long SECOND = 1_000_000_000L;
    public static final long GIB = 1L << 30;

    private Records() {}

    public static Job job(long id, String user, String account, String name) {
        SystemAttributes none = SystemAttributes.NONE;
        SystemAttributes system = new SystemAttributes(
                none.timeLimits(),
                none.account(),
                new SystemAttributes.Launch(Optional.of(name), Optional.empty(), Map.of()),
                List.of(),
                Optional.empty(),
                Map.of());
        Jobspec jobspec = new Jobspec(
                1, List.of(), List.of(), new Attributes(system, Map.of("kubernetes", Map.of("namespace", "lab"))));
        return Job.of(id, jobspec, 3600 * SECOND)
                .ownedBy(new Owner(user, account))
                .withQueuePriority(new QueuePriority("batch", 5));
    }

    public static QueueRecord submitted(long id, long atSeconds) {
        return new QueueRecord.Submitted(job(id, "alice", "physics", "job-" + id), 3600 * SECOND, atSeconds * SECOND);
    }

    public static QueueRecord started(long id, long atSeconds, Share... shares) {
        return new QueueRecord.Started(id, (atSeconds + 3600) * SECOND, List.of(shares), false, atSeconds * SECOND);
    }

    /// Cores, memory and GPUs of one node of a Kubernetes cluster.
    public static Share[] shares(String node, long milliCores, long gibibytes, int gpus) {
        String path = "/cluster0/rack1/" + node;
        List<Share> shares = new ArrayList<>();
        shares.add(new Share(path + "/core0", milliCores, Share.Use.SHARED));
        shares.add(new Share(path + "/memory0", gibibytes * GIB, Share.Use.SHARED));
        for (int i = 0; i < gpus; i++) {
            shares.add(new Share(path + "/nvidia.com:gpu" + i, 1, Share.Use.EXCLUSIVE));
        }
        return shares.toArray(Share[]::new);
    }

    public static QueueRecord held(long job) {
        return new QueueRecord.Held(job, job);
    }
}
