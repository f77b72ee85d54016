package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.sluice.kube.apiserver.cel.CelAuthorizer.Answer;
import dev.sluice.kube.apiserver.cel.CelAuthorizer.Ask;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The CEL functions of the authorizer: `authorizer.group('').resource('pods').check('create')`.
final class AuthorizerFunctions extends FunctionLibrary {
    private static final Of TEXT = of(SimpleType.STRING, String.class);

    /// A check that is being built.
    record Check(CelAuthorizer by, Ask ask) {}

    AuthorizerFunctions() {
        step("path", "authorizer_path", KubeTypes.AUTHORIZER, KubeTypes.PATH_CHECK, AuthorizerFunctions::path);
        step(
                "group",
                "authorizer_group",
                KubeTypes.AUTHORIZER,
                KubeTypes.GROUP_CHECK,
                (ask, word) -> new Ask(ask.account(), "", "", word, "", "", "", ""));
        step(
                "resource",
                "groupcheck_resource",
                KubeTypes.GROUP_CHECK,
                KubeTypes.RESOURCE_CHECK,
                (ask, word) -> new Ask(ask.account(), "", "", ask.group(), word, "", "", ""));
        ofResource(
                "subresource",
                "resourcecheck_subresource",
                (ask, word) ->
                        new Ask(ask.account(), "", "", ask.group(), ask.resource(), word, ask.namespace(), ask.name()));
        ofResource(
                "namespace",
                "resourcecheck_namespace",
                (ask, word) -> new Ask(
                        ask.account(), "", "", ask.group(), ask.resource(), ask.subresource(), word, ask.name()));
        ofResource(
                "name",
                "resourcecheck_name",
                (ask, word) -> new Ask(
                        ask.account(), "", "", ask.group(), ask.resource(), ask.subresource(), ask.namespace(), word));
        // No rule of access is about selectors, so they change nothing.
        ofResource("fieldSelector", "authorizer_fieldselector", (ask, _) -> ask);
        ofResource("labelSelector", "authorizer_labelselector", (ask, _) -> ask);
        member(
                "serviceAccount",
                "authorizer_serviceaccount",
                KubeTypes.AUTHORIZER,
                List.of(of(KubeTypes.AUTHORIZER, Check.class), TEXT, TEXT),
                args -> new Check(
                        ((Check) args[0]).by(), new Ask(args[1] + ":" + args[2], "", "", "", "", "", "", "")));
        check("pathcheck_check", KubeTypes.PATH_CHECK);
        check("resourcecheck_check", KubeTypes.RESOURCE_CHECK);
        decision("allowed", "decision_allowed", SimpleType.BOOL, Answer::isAllowed);
        decision("reason", "decision_reason", SimpleType.STRING, Answer::reason);
        decision("errored", "decision_errored", SimpleType.BOOL, _ -> false);
        decision("error", "decision_error", SimpleType.STRING, _ -> "");
    }

    private static Ask path(Ask ask, String word) {
        if (word.isEmpty()) {
            throw new CelEvaluationFailure("path must not be empty");
        }
        return new Ask(ask.account(), "", word, "", "", "", "", "");
    }

    private void step(String name, String id, CelType from, CelType to, BiFunction<Ask, String, Ask> next) {
        member(name, id, to, List.of(of(from, Check.class), TEXT), args -> {
            Check check = (Check) args[0];
            return new Check(check.by(), next.apply(check.ask(), (String) args[1]));
        });
    }

    private void ofResource(String name, String id, BiFunction<Ask, String, Ask> next) {
        step(name, id, KubeTypes.RESOURCE_CHECK, KubeTypes.RESOURCE_CHECK, next);
    }

    private void check(String id, CelType of) {
        member("check", id, KubeTypes.DECISION, List.of(of(of, Check.class), TEXT), args -> {
            Ask ask = ((Check) args[0]).ask();
            return ((Check) args[0])
                    .by()
                    .answer(new Ask(
                            ask.account(),
                            (String) args[1],
                            ask.path(),
                            ask.group(),
                            ask.resource(),
                            ask.subresource(),
                            ask.namespace(),
                            ask.name()));
        });
    }

    private void decision(String name, String id, CelType result, Function<Answer, Object> part) {
        member(name, id, result, List.of(of(KubeTypes.DECISION, Answer.class)), args -> part.apply((Answer) args[0]));
    }
}
