package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.cel.CelAuthorizer;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin;
import dev.sluice.kube.apiserver.verb.RestartableRequest;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.patch.JsonPatch;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.ServedType;
import dev.sluice.kube.select.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The admission plugins MutatingAdmissionWebhook and ValidatingAdmissionWebhook.
public final class WebhookAdmission implements AdmissionPlugin, Runnable {
    private static final ResourceType MUTATING = new ResourceType(
            WebhookRegistry.GROUP, "v1", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration", false);
    private static final ResourceType VALIDATING = new ResourceType(
            WebhookRegistry.GROUP, "v1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", false);
    private static final ResourceType NAMESPACES = new ResourceType("", "v1", "namespaces", "Namespace", false);

    /// Webhooks are not called for these, or a broken webhook could not be removed.
    private static final Set<String> EXEMPT = Set.of(MUTATING.groupResource(), VALIDATING.groupResource());

    private final ResourceRegistry registry;
    private final Function<WebhookCall, WebhookResponse> ask;
    private final WebhookRegistry mutating = new WebhookRegistry();
    private final WebhookRegistry validating = new WebhookRegistry();
    private final MatchConditions conditions;
    private @Nullable Kube kube;

    /// @param caller sends the requests
    /// @param authorizer answers the `authorizer` calls of match conditions
    public WebhookAdmission(ResourceRegistry registry, WebhookCaller caller, CelAuthorizer authorizer) {
        this.registry = registry;
        this.ask = caller::ask;
        this.conditions = new MatchConditions(authorizer);
    }

    /// Starts to follow a store.
    ///
    /// @param owned not thread-safe: the thread that writes to it also runs this
    public void follow(Kube owned) {
        kube = owned;
        mutating.follow(owned, MUTATING);
        validating.follow(owned, VALIDATING);
    }

    /// Reads the changes since the last call.
    @Override
    public void run() {
        boolean isChanged = mutating.catchUp();
        isChanged |= validating.catchUp();
        if (isChanged) {
            conditions.forget();
        }
    }

    @Override
    public JsonObject changed(Write write) {
        List<Webhook> hooks = mutating.all();
        if (hooks.isEmpty() || isExempt(write)) {
            return write.object();
        }
        JsonObject object = write.object();
        List<Webhook> again = new ArrayList<>();
        for (Webhook hook : hooks) {
            JsonObject after = asked(hook, write.with(object));
            boolean isChanged = !after.equals(object);
            if (isChanged) {
                again.addAll(hooks.subList(0, hooks.indexOf(hook)).stream()
                        .filter(Webhook::isReinvoked)
                        .filter(earlier -> !again.contains(earlier))
                        .toList());
            }
            object = isChanged ? after : object;
        }
        for (Webhook hook : hooks) {
            object = again.contains(hook) ? asked(hook, write.with(object)) : object;
        }
        return object;
    }

    /// Returns the request with the object in the webhook's version.
    private JsonObject asked(Webhook hook, Write write) {
        Optional<WebhookResponse> verdict = verdict(hook, write);
        if (verdict.isEmpty() || write.operation() == Operation.DELETE) {
            return write.object();
        }
        try {
            JsonArray patch = verdict.get().patch() instanceof JsonArray operations ? operations : JsonArray.EMPTY;
            return !patch.isEmpty() && JsonPatch.apply(write.object(), patch) instanceof JsonObject object
                    ? object
                    : write.object();
        } catch (ApiException | IllegalArgumentException e) {
            throw new WebhookResponse(JsonObject.EMPTY, String.valueOf(e.getMessage())).failed(hook.name());
        }
    }

    @Override
    public void check(Write write) {
        if (!validating.all().isEmpty() && !isExempt(write)) {
            for (Webhook hook : validating.all()) {
                verdict(hook, write);
            }
        }
    }

    private static boolean isExempt(Write write) {
        return RestartableRequest.isInside() || EXEMPT.contains(write.type().groupResource());
    }

    /// Calls a webhook; empty if it does not match, or fails and may be ignored. Throws if it denies the request.
    private Optional<WebhookResponse> verdict(Webhook hook, Write write) {
        Optional<ResourceType> as = asWhat(hook, write);
        if (as.isEmpty() || !isSelected(hook, write)) {
            return Optional.empty();
        }
        JsonObject request = AdmissionReview.request(write, as.get(), registry);
        if (!conditions.hold(hook, write, request)) {
            return Optional.empty();
        }
        if (write.isDryRun() && !hook.isFreeOfEffects()) {
            throw ApiStatus.badRequest("admission webhook " + GoQuoting.of(hook.name()) + " does not support dry run");
        }
        WebhookResponse verdict = RestartableRequest.answer(new WebhookCall(hook, request), ask);
        if (verdict.isFailed()) {
            if (hook.isIgnoredOnFailure()) {
                return Optional.empty();
            }
            throw verdict.failed(hook.name());
        }
        verdict.warnings().forEach(warnings(write));
        if (!verdict.isAllowed()) {
            throw verdict.denied(hook.name());
        }
        return Optional.of(verdict);
    }

    private static Consumer<String> warnings(Write write) {
        return write.warnings();
    }

    /// Returns the version in which a webhook gets the object; empty if none of its rules matches.
    private Optional<ResourceType> asWhat(Webhook hook, Write write) {
        ResourceType type = write.type();
        if (hook.isAbout(write.operation(), type, write.subresource())) {
            return Optional.of(type);
        }
        if (hook.takesEquivalents() && registry.custom(type) != null) {
            for (ServedType other : registry.types()) {
                boolean isSame = other.type().groupResource().equals(type.groupResource());
                if (isSame && hook.isAbout(write.operation(), other.type(), write.subresource())) {
                    return Optional.of(other.type());
                }
            }
        }
        return Optional.empty();
    }

    private boolean isSelected(Webhook hook, Write write) {
        JsonObject old = write.old() == null ? JsonObject.EMPTY : write.old();
        LabelSelector objects = hook.objects();
        boolean isObject = objects.matches(labels(write.object())) || (!old.isEmpty() && objects.matches(labels(old)));
        return isObject && hook.namespaces().matches(namespaceLabels(hook, write, old));
    }

    private JsonObject namespaceLabels(Webhook hook, Write write, JsonObject old) {
        if (hook.namespaces().isEverything()) {
            return JsonObject.EMPTY;
        }
        if (write.type().groupResource().equals(NAMESPACES.groupResource())) {
            return labels(write.object().isEmpty() ? old : write.object());
        }
        Kube owned = kube;
        if (!write.type().namespaced() || owned == null) {
            return JsonObject.EMPTY;
        }
        try {
            return labels(owned.get(NAMESPACES, ObjectKey.of(write.key().namespace())));
        } catch (ApiException e) {
            return JsonObject.EMPTY;
        }
    }

    private static JsonObject labels(JsonObject object) {
        return KubeObjects.metadata(object).object("labels");
    }
}
