package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.cel.CelAuthorizer;
import dev.sluice.kube.apiserver.cel.CelCompileException;
import dev.sluice.kube.apiserver.cel.CelEvaluationFailure;
import dev.sluice.kube.apiserver.cel.CelExpression;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin.Write;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Evaluates the match conditions of webhooks.
final class MatchConditions {
    /// Compiled expressions by their text.
    private final Map<String, CelExpression> compiled = new HashMap<>();

    private final CelAuthorizer authorizer;

    MatchConditions(CelAuthorizer authorizer) {
        this.authorizer = authorizer;
    }

    /// Clears the compiled expressions after webhooks have changed.
    void forget() {
        compiled.clear();
    }

    /// True if all conditions match. Throws if one fails to evaluate and the failure policy is Fail.
    ///
    /// @param request as the webhook would get it
    boolean hold(Webhook hook, Write write, JsonObject request) {
        JsonArray conditions = hook.json().array("matchConditions");
        if (conditions.isEmpty()) {
            return true;
        }
        Map<String, Object> variables = AdmissionExpressions.variables(request, authorizer);
        List<String> failures = new ArrayList<>();
        long budget = AdmissionExpressions.BUDGET;
        for (int i = 0; i < conditions.size(); i++) {
            String text = conditions.object(i).text("expression").strip();
            CelExpression.Outcome outcome = expression(text).evaluate(variables);
            budget -= outcome.cost();
            CelEvaluationFailure failure = outcome.failure();
            if (budget < 0) {
                failures.add(
                        "validation failed due to running out of cost budget, no further validation rules will be run");
                break;
            }
            if (failure != null) {
                failures.add("expression '" + text + "' resulted in error: " + failure.problem());
            } else if (!Boolean.TRUE.equals(outcome.value())) {
                return false;
            }
        }
        if (failures.isEmpty()) {
            return true;
        }
        if (hook.isIgnoredOnFailure()) {
            return false;
        }
        String all = failures.size() == 1 ? failures.getFirst() : "[" + String.join(", ", failures) + "]";
        throw ApiStatus.forbidden(write.type(), write.key().name(), all);
    }

    private CelExpression expression(String text) {
        CelExpression known = compiled.get(text);
        if (known != null) {
            return known;
        }
        try {
            CelExpression expression = AdmissionExpressions.compile(text);
            compiled.put(text, expression);
            return expression;
        } catch (CelCompileException e) {
            throw ApiStatus.internal("a webhook was taken with a condition that makes no sense: " + e.problem());
        }
    }
}
