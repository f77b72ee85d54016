package dev.sluice.queue.postgres.connect;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// Where a database is and how to enter it.
///
/// @param url such as `jdbc:postgresql://db.example:5432/sluice`
/// @param user the owner of the schema
/// @param synchronousCommit whether a commit waits for the disk; off only where losing the last moments is allowed
public record Database(String url, String user, @Nullable String password, boolean synchronousCommit) {

    /// How long to wait for a connection, and for the log-in. A database in the same data centre answers in
    /// milliseconds.
    private static final int CONNECT_SECONDS_MAX = 5;

    private static final String PREFIX = "jdbc:postgresql:";

    public Database {
        if (!url.startsWith(PREFIX)) {
            throw new IllegalArgumentException("database URL (" + url + ") must begin with (" + PREFIX + "), as in "
                    + PREFIX + "//host:5432/name");
        }
    }

    /// Returns the properties for the driver.
    ///
    /// @param name shown by `pg_stat_activity`
    /// @param silenceSecondsMax after how long without an answer a connection counts as lost
    Properties properties(String name, int silenceSecondsMax) {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        if (password != null) {
            properties.setProperty("password", password);
        }
        properties.setProperty("ApplicationName", name);
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS_MAX));
        properties.setProperty("loginTimeout", Integer.toString(CONNECT_SECONDS_MAX));
        properties.setProperty("socketTimeout", Integer.toString(silenceSecondsMax));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("reWriteBatchedInserts", "true");
        properties.setProperty("options", "-c synchronous_commit=" + (synchronousCommit ? "on" : "off"));
        return properties;
    }

    /// Leaves out the password.
    @Override
    public String toString() {
        return user + "@" + url;
    }
}
