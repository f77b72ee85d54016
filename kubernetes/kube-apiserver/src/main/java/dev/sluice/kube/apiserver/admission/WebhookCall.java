package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.json.JsonObject;

/// A call of a webhook.
///
/// @param request of the review, without its uid
record WebhookCall(Webhook hook, JsonObject request) {}
