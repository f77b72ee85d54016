package dev.sluice.queue;

/// The user who submitted a job, and the account that it is charged to.
public record Owner(String user, String account) {
    public static final Owner NONE = new Owner("", "");
}
