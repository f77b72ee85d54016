package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.apiserver.cel.CelAuthorizer;
import java.util.List;

/// Lets expressions ask whether somebody may do something: whoever makes the request, or a service account.
public record Authorization(Authorizer authorizer) implements CelAuthorizer {
    @Override
    public Answer answer(Ask ask) {
        Deed deed = ask.path().isEmpty()
                ? new Deed(
                        ask.verb(),
                        ask.namespace(),
                        ask.group(),
                        "*",
                        ask.resource(),
                        ask.subresource(),
                        ask.name(),
                        "")
                : Deed.onPath(ask.verb(), ask.path());
        Authorizer.Verdict verdict = authorizer.judge(user(ask.account()), deed);
        return new Answer(verdict.isAllowed(), verdict.reason());
    }

    private static User user(String account) {
        if (account.isEmpty()) {
            return Caller.current();
        }
        String namespace = account.substring(0, account.indexOf(':'));
        return User.of(
                User.SERVICE_ACCOUNT + account,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, User.AUTHENTICATED));
    }
}
