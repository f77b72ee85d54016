package dev.sluice.traces.synthetic;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import java.util.Arrays;

/// Assigns users to jobs: user k of n submits each job with a probability proportional to 1/k (Zipf's law), so
/// a few users have most of the jobs, as in logs. Draws are independent; users have no sessions or habits.
/// Users are spread over the groups in turn and stay in theirs. Both are numbered from 1 on.
public record ZipfUsers(int users, int groups) {

    /// More than any log has; bounds the table of shares.
    public static final int USERS_MAX = 1_000_000;

    /// The default number of users per group.
    private static final int USERS_PER_GROUP = 10;

    /// The default: about the number of active users in the logs of a medium-sized machine.
    public static final ZipfUsers USUAL = of(50);

    public ZipfUsers {
        if (users < 1 || users > USERS_MAX) {
            throw new IllegalArgumentException("users (" + users + ") must be from 1 to " + USERS_MAX);
        }
        if (groups < 1 || groups > users) {
            throw new IllegalArgumentException("groups (" + groups + ") must be from 1 to the users (" + users + ")");
        }
    }

    public static ZipfUsers of(int users) {
        return new ZipfUsers(users, Math.max(1, users / USERS_PER_GROUP));
    }

    public Workload assign(Workload workload, Seeds seeds) {
        Draws draws = new Draws(seeds.forActor("users"));
        double[] shares = cumulativeShares();
        return workload.withJobs(workload.jobs().stream()
                .map(job -> owned(job, draw(shares, draws.uniform())))
                .toList());
    }

    private WorkloadJob owned(WorkloadJob job, int user) {
        Origin old = job.origin();
        return job.withOrigin(
                new Origin(user, (user - 1) % groups + 1, old.executable(), old.queue(), old.partition()));
    }

    /// Returns the cumulative shares; the last is 1.
    private double[] cumulativeShares() {
        double[] shares = new double[users];
        double sum = 0;
        for (int i = 0; i < users; i++) {
            sum += 1.0 / (i + 1);
            shares[i] = sum;
        }
        for (int i = 0; i < users; i++) {
            shares[i] /= sum;
        }
        return shares;
    }

    private static int draw(double[] shares, double at) {
        int found = Arrays.binarySearch(shares, at);
        // The first share above; a value exactly on a border belongs to the next user.
        return Math.min(shares.length, found >= 0 ? found + 2 : -found);
    }
}
