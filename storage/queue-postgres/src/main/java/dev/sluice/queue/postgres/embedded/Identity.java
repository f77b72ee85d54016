package dev.sluice.queue.postgres.embedded;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// As whom PostgreSQL runs. It refuses root, so root's programs get another identity: in a user namespace, where root
/// outside is nobody inside, or, where containers forbid that, by changing to the user `nobody`.
///
/// @param prefix what a command begins with
/// @param owner the user that must own the files; absent if the creating user may
/// @param cache where programs are unpacked, readable for this identity
record Identity(List<String> prefix, Optional<UserPrincipal> owner, Path cache) {
    private static final String CACHE_NAME = "sluice";
    private static final String NOBODY = "nobody";

    /// A command that changes the identity takes milliseconds.
    private static final int TRIAL_SECONDS_MAX = 10;

    static Identity find() throws IOException {
        return find(System.getenv(), isRoot());
    }

    static Identity find(Map<String, String> environment, boolean isRoot) throws IOException {
        Path cache = userCache(environment);
        if (!isRoot) {
            return new Identity(List.of(), Optional.empty(), cache);
        }
        List<String> namespace = List.of("unshare", "--user");
        if (works(namespace)) {
            return new Identity(namespace, Optional.empty(), cache);
        }
        return asNobody();
    }

    /// Root's own cache is closed to others.
    static Identity asNobody() throws IOException {
        List<String> change = List.of("setpriv", "--reuid", NOBODY, "--regid", "65534", "--clear-groups");
        if (works(change)) {
            try {
                UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
                return new Identity(
                        change, Optional.of(users.lookupPrincipalByName(NOBODY)), Path.of("/var/cache", CACHE_NAME));
            } catch (UserPrincipalNotFoundException e) {
                throw refused(e);
            }
        }
        throw refused(null);
    }

    private static EmbeddedPostgresException refused(@Nullable Exception cause) {
        String message = "PostgreSQL does not run as root, and neither (unshare --user) nor (setpriv --reuid nobody)"
                + " works here: run as another user, or use a database of your own";
        return cause == null ? new EmbeddedPostgresException(message) : new EmbeddedPostgresException(message, cause);
    }

    private static Path userCache(Map<String, String> environment) {
        String configured = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path base = configured.startsWith("/")
                ? Path.of(configured)
                : Path.of(System.getProperty("user.home", "/tmp"), ".cache");
        return base.resolve(CACHE_NAME);
    }

    private static boolean isRoot() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self)
                ? Files.getAttribute(self, "unix:uid").equals(0)
                : "root".equals(System.getProperty("user.name"));
    }

    /// What a command begins with to run in a session of its own, where that is possible. Ctrl-C in the terminal then
    /// reaches the Java process only, which stops the database last.
    static List<String> ownSession() {
        List<String> session = List.of("setsid");
        return works(session) ? session : List.of();
    }

    private static boolean works(List<String> prefix) {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            Process trial = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return trial.waitFor(TRIAL_SECONDS_MAX, TimeUnit.SECONDS) && trial.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
