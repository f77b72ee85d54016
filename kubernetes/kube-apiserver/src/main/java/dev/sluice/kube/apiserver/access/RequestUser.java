package dev.sluice.kube.apiserver.access;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The user of the request that runs on this thread. Requests within the process are the administrator's.
public final class RequestUser {
    private static final ScopedValue<User> CURRENT = ScopedValue.newInstance();

    private RequestUser() {}

    public static User current() {
        return CURRENT.orElse(User.ADMIN);
    }

    public static void run(User user, Runnable request) {
        ScopedValue.where(CURRENT, user).run(request);
    }

    /// Calls a function on behalf of a user.
    public static <T extends @Nullable Object> T call(User user, Supplier<T> request) {
        return ScopedValue.where(CURRENT, user).call(request::get);
    }
}
