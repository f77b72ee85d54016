package dev.sluice.traces.swf;

/// The columns, in their order. A negative value means unknown.
public enum SwfField {
    JOB_NUMBER(1, "job number", true),
    /// Seconds since the start of the log.
    SUBMIT_TIME(2, "submit time", false),
    WAIT_TIME(3, "wait time", false),
    /// Wall clock seconds; 0 is possible.
    RUN_TIME(4, "run time", false),
    ALLOCATED_PROCESSORS(5, "allocated processors", true),
    /// Seconds per processor.
    CPU_TIME(6, "average CPU time", false),
    /// Kilobytes per processor.
    USED_MEMORY(7, "used memory", false),
    REQUESTED_PROCESSORS(8, "requested processors", true),
    /// The user's estimate: wall clock, or CPU time per processor if the header says so.
    REQUESTED_TIME(9, "requested time", false),
    /// Kilobytes per processor.
    REQUESTED_MEMORY(10, "requested memory", false),
    /// 1 completed, 0 failed, 5 cancelled; 2, 3 and 4 for parts of a job; -1 in models.
    STATUS(11, "status", true),
    USER(12, "user", true),
    GROUP(13, "group", true),
    EXECUTABLE(14, "executable", true),
    /// 0 is interactive by convention.
    QUEUE(15, "queue", true),
    PARTITION(16, "partition", true),
    PRECEDING_JOB(17, "preceding job", true),
    /// Seconds between the end of the preceding job and this submission.
    THINK_TIME(18, "think time", false);

    /// The format's value for "unknown".
    public static final int UNKNOWN = -1;

    /// The number of fields.
    public static final int COUNT = 18;

    private final int number;
    private final String words;
    private final boolean whole;

    SwfField(int number, String words, boolean whole) {
        this.number = number;
        this.words = words;
        this.whole = whole;
    }

    /// Returns the number in the format's definition, from 1.
    public int number() {
        return number;
    }

    /// Returns the position in a row.
    int index() {
        return number - 1;
    }

    /// Such as `requested time`.
    public String words() {
        return words;
    }

    /// Returns whether only whole numbers are allowed, as for counts and identifiers; times and memory may have
    /// fractions.
    public boolean isWhole() {
        return whole;
    }

    /// Returns the name for messages: `field 9, requested time`.
    String named() {
        return "field " + number + ", " + words;
    }
}
