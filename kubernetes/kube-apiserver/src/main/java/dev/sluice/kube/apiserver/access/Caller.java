package dev.sluice.kube.apiserver.access;

/// Who makes the request that is being answered on this thread. Requests within the process are the administrator's.
public final class Caller {
    private static final ScopedValue<User> CURRENT = ScopedValue.newInstance();

    private Caller() {}

    public static User current() {
        return CURRENT.orElse(User.ADMIN);
    }

    public static void run(User user, Runnable request) {
        ScopedValue.where(CURRENT, user).run(request);
    }
}
