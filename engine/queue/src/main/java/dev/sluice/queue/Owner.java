package dev.sluice.queue;

/// Whose job it is, and who pays for it.
public record Owner(String user, String account) {
    public static final Owner NOBODY = new Owner("", "");
}
