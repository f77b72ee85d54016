package dev.sluice.cli.resourcequery;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// All jobs of a session, those that are gone included, and how long matching took.
final class JobRegister {
    enum State {
        ALLOCATED,
        RESERVED,
        MATCHED,
        CANCELED
    }

    /// @param start when it begins, in seconds from the session's beginning
    /// @param file where it was asked for
    /// @param matchSeconds how long it took to place it
    record Job(long id, State state, long start, String file, double matchSeconds) {
        String line() {
            return "INFO: " + id + ", " + state + ", " + start + ", " + file + ", "
                    + PrintedSeconds.shortest(matchSeconds) + "\n";
        }
    }

    private final Map<Long, Job> jobs = new TreeMap<>();
    private long next = 1;
    private double shortestSeconds = Double.MAX_VALUE;
    private double longestSeconds;
    private double allSeconds;

    /// The id that the next job gets.
    long next() {
        return next;
    }

    void advance() {
        next++;
    }

    /// Jobs that come from elsewhere bring their ids along; counting goes on after them.
    void advanceTo(long id) {
        next = id;
    }

    void add(Job job) {
        jobs.put(job.id(), job);
    }

    void cancel(long id) {
        jobs.computeIfPresent(id, (_, job) -> new Job(id, State.CANCELED, job.start(), job.file(), job.matchSeconds()));
    }

    Optional<Job> job(long id) {
        return Optional.ofNullable(jobs.get(id));
    }

    /// In the order of their ids.
    Collection<Job> all() {
        return jobs.values();
    }

    void noteTime(double seconds) {
        shortestSeconds = Math.min(shortestSeconds, seconds);
        longestSeconds = Math.max(longestSeconds, seconds);
        allSeconds += seconds;
    }

    String statistics() {
        double least = jobs.isEmpty() ? 0 : shortestSeconds;
        double average = jobs.isEmpty() ? 0 : allSeconds / jobs.size();
        return "INFO: Num. of Jobs Matched: " + jobs.size()
                + "\nINFO: Min. Match Time: " + PrintedSeconds.shortest(least)
                + "\nINFO: Max. Match Time: " + PrintedSeconds.shortest(longestSeconds)
                + "\nINFO: Avg. Match Time: " + PrintedSeconds.shortest(average) + "\n";
    }
}
