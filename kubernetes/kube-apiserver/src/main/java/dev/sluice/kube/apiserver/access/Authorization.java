package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.apiserver.cel.CelAuthorizer;
import java.util.List;

/// Lets CEL expressions check the permissions of the requesting user or a service account.
public record Authorization(Authorizer authorizer) implements CelAuthorizer {
    @Override
    public Answer answer(Ask ask) {
        RequestAttributes attributes = ask.path().isEmpty()
                ? new RequestAttributes(
                        ask.verb(),
                        ask.namespace(),
                        ask.group(),
                        "*",
                        ask.resource(),
                        ask.subresource(),
                        ask.name(),
                        "")
                : RequestAttributes.onPath(ask.verb(), ask.path());
        Authorizer.Verdict verdict = authorizer.judge(user(ask.account()), attributes);
        return new Answer(verdict.isAllowed(), verdict.reason());
    }

    private static User user(String account) {
        if (account.isEmpty()) {
            return RequestUser.current();
        }
        String namespace = account.substring(0, account.indexOf(':'));
        return User.of(
                User.SERVICE_ACCOUNT + account,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, User.AUTHENTICATED));
    }
}
