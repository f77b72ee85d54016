package dev.sluice.cli.doctor;

/// The result of a check.
///
/// @param found the version and location found, or why it cannot be used
record Finding(Status status, String found) {
    enum Status {
        OK("ok"),
        TOO_OLD("too old"),
        MISSING("missing"),
        REFUSED("refused");

        final String word;

        Status(String word) {
            this.word = word;
        }
    }

    static Finding ok(String found) {
        return new Finding(Status.OK, found);
    }

    static Finding missing(String why) {
        return new Finding(Status.MISSING, why);
    }
}
