package dev.sluice.traces.swf;

import dev.sluice.traces.LeftOut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// An SWF file, by columns: a job is an index, in the order of the file.
///
/// All columns are doubles, which hold every whole number up to 2^53 exactly; 144 bytes per job.
public final class SwfTrace {
    private final double[][] columns;
    private final int size;
    private final List<SwfComment> comments;
    private final SwfHeader header;
    private final LeftOut leftOut;
    private final long linesWithMore;

    private SwfTrace(double[][] columns, int size, List<SwfComment> comments, LeftOut leftOut, long linesWithMore) {
        this.columns = columns;
        this.size = size;
        this.comments = List.copyOf(comments);
        this.header = SwfHeader.of(comments.stream()
                .filter(comment -> comment.beforeJob() == 0)
                .map(SwfComment::text)
                .toList());
        this.leftOut = leftOut;
        this.linesWithMore = linesWithMore;
    }

    /// Returns the number of jobs.
    public int size() {
        return size;
    }

    public double value(SwfField field, int job) {
        return columns[field.index()][job];
    }

    /// Returns a copy of a column.
    public double[] column(SwfField field) {
        return Arrays.copyOf(columns[field.index()], size);
    }

    public SwfJob job(int job) {
        return new SwfJob(
                whole(SwfField.JOB_NUMBER, job),
                value(SwfField.SUBMIT_TIME, job),
                value(SwfField.WAIT_TIME, job),
                value(SwfField.RUN_TIME, job),
                whole(SwfField.ALLOCATED_PROCESSORS, job),
                value(SwfField.CPU_TIME, job),
                value(SwfField.USED_MEMORY, job),
                whole(SwfField.REQUESTED_PROCESSORS, job),
                value(SwfField.REQUESTED_TIME, job),
                value(SwfField.REQUESTED_MEMORY, job),
                whole(SwfField.STATUS, job),
                whole(SwfField.USER, job),
                whole(SwfField.GROUP, job),
                whole(SwfField.EXECUTABLE, job),
                whole(SwfField.QUEUE, job),
                whole(SwfField.PARTITION, job),
                whole(SwfField.PRECEDING_JOB, job),
                value(SwfField.THINK_TIME, job));
    }

    public Stream<SwfJob> jobs() {
        return IntStream.range(0, size).mapToObj(this::job);
    }

    private long whole(SwfField field, int job) {
        return (long) columns[field.index()][job];
    }

    public SwfHeader header() {
        return header;
    }

    /// Returns all comments, including those between jobs.
    public List<SwfComment> comments() {
        return comments;
    }

    /// Returns the lines that a lenient reader left out.
    public LeftOut leftOut() {
        return leftOut;
    }

    /// Returns the number of lines with more than eighteen columns, the rest of which was ignored; some
    /// archives append node lists.
    public long linesWithMore() {
        return linesWithMore;
    }

    /// Collects jobs and comments.
    public static final class Builder {
        private static final int CAPACITY_AT_FIRST = 1024;

        /// A trace of this many jobs takes 14 GB; the largest log of the archive has 3 million.
        static final int JOBS_MAX = 100_000_000;

        private final double[][] columns = new double[SwfField.COUNT][CAPACITY_AT_FIRST];
        private final List<SwfComment> comments = new ArrayList<>();
        private int size;

        public int size() {
            return size;
        }

        /// Adds a header line.
        public Builder label(String label, String value) {
            return comment(" " + label + ": " + value);
        }

        /// Adds a comment before the next job.
        ///
        /// @param text the text after the semicolon
        public Builder comment(String text) {
            comments.add(new SwfComment(size, text));
            return this;
        }

        /// Adds a job.
        ///
        /// @param row a value for every [SwfField], in their order; copied
        public Builder add(double[] row) {
            if (row.length != SwfField.COUNT) {
                throw new IllegalArgumentException(
                        "a job has (" + SwfField.COUNT + ") fields, not (" + row.length + ")");
            }
            if (size == columns[0].length) {
                grow();
            }
            for (int field = 0; field < SwfField.COUNT; field++) {
                columns[field][size] = row[field];
            }
            size++;
            return this;
        }

        public Builder add(SwfJob job) {
            return add(new double[] {
                job.number(),
                job.submitSeconds(),
                job.waitSeconds(),
                job.runSeconds(),
                job.allocatedProcessors(),
                job.cpuSeconds(),
                job.usedKilobytes(),
                job.requestedProcessors(),
                job.requestedSeconds(),
                job.requestedKilobytes(),
                job.status(),
                job.user(),
                job.group(),
                job.executable(),
                job.queue(),
                job.partition(),
                job.precedingJob(),
                job.thinkSeconds()
            });
        }

        private void grow() {
            if (size == JOBS_MAX) {
                throw new IllegalStateException("more jobs than (" + JOBS_MAX + ")");
            }
            int capacity = (int) Math.min(JOBS_MAX, 2L * size);
            for (int field = 0; field < SwfField.COUNT; field++) {
                columns[field] = Arrays.copyOf(columns[field], capacity);
            }
        }

        public SwfTrace build() {
            return build(LeftOut.NOTHING, 0);
        }

        SwfTrace build(LeftOut leftOut, long linesWithMore) {
            double[][] trimmed = new double[SwfField.COUNT][];
            for (int field = 0; field < SwfField.COUNT; field++) {
                trimmed[field] = Arrays.copyOf(columns[field], size);
            }
            return new SwfTrace(trimmed, size, comments, leftOut, linesWithMore);
        }
    }
}
