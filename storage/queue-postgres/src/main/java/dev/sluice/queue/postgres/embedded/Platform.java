package dev.sluice.queue.postgres.embedded;

import java.util.Locale;

/// The platform's name in the names of archives.
final class Platform {
    private Platform() {}

    /// @throws EmbeddedPostgresException if there are no programs for this platform
    static String archive() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        boolean isArm = processor.equals("aarch64") || processor.equals("arm64");
        boolean isIntel = processor.equals("amd64") || processor.equals("x86_64");
        if (system.startsWith("linux") && (isArm || isIntel)) {
            return "postgres-linux-" + (isArm ? "arm_64" : "x86_64") + ".txz";
        }
        if (system.startsWith("mac") && isArm) {
            return "postgres-darwin-arm_64.txz";
        }
        throw new EmbeddedPostgresException(
                "no embedded PostgreSQL for (%s) on (%s): use a database of your own".formatted(system, processor));
    }
}
