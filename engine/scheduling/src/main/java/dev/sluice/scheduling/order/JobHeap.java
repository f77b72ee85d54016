package dev.sluice.scheduling.order;

import java.util.Arrays;
import java.util.Comparator;

/// A set of jobs of which the first, by key and then by index, is known at once: a binary heap in arrays.
///
/// Each job's place is known, so that any of them can leave. Who comes usually belongs near the bottom and who
/// leaves usually is there, so both cost a step or two where a search tree would be searched from its root.
public final class JobHeap {
    public static final int NONE = -1;

    private long[] keys = new long[16];
    private int[] jobs = new int[16];
    private int size;

    /// By job; of no meaning for those that are not in the set.
    private int[] places = new int[64];

    public int size() {
        return size;
    }

    /// The first job, or [#NONE].
    public int first() {
        return size == 0 ? NONE : jobs[0];
    }

    /// One of the jobs; they are in no particular order but for the first.
    public int job(int i) {
        return jobs[i];
    }

    public boolean contains(int job) {
        return job < places.length && places[job] < size && jobs[places[job]] == job;
    }

    /// Of a job in the set.
    public long key(int job) {
        return keys[places[job]];
    }

    /// All jobs in order.
    public int[] sorted() {
        return Arrays.stream(jobs, 0, size)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(this::key).thenComparing(Comparator.naturalOrder()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    public void add(int job, long key) {
        if (size == jobs.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            jobs = Arrays.copyOf(jobs, 2 * size);
        }
        if (job >= places.length) {
            places = Arrays.copyOf(places, Math.max(job + 1, 2 * places.length));
        }
        rise(size++, job, key);
    }

    /// Takes out a job that is in the set. Who was last moves to its place, and from there to where they belong.
    public void remove(int job) {
        int at = places[job];
        size--;
        int last = jobs[size];
        long key = keys[size];
        if (at > 0 && isBefore(key, last, (at - 1) / 2)) {
            rise(at, last, key);
        } else {
            sink(at, last, key);
        }
    }

    private void rise(int from, int job, long key) {
        int at = from;
        while (at > 0 && isBefore(key, job, (at - 1) / 2)) {
            put(at, jobs[(at - 1) / 2], keys[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        put(at, job, key);
    }

    private void sink(int from, int job, long key) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(keys[child + 1], jobs[child + 1], child)) {
                child++;
            }
            if (isBefore(key, job, child)) {
                break;
            }
            put(at, jobs[child], keys[child]);
            at = child;
        }
        put(at, job, key);
    }

    private boolean isBefore(long key, int job, int other) {
        return key < keys[other] || (key == keys[other] && job < jobs[other]);
    }

    private void put(int at, int job, long key) {
        jobs[at] = job;
        keys[at] = key;
        places[job] = at;
    }
}
