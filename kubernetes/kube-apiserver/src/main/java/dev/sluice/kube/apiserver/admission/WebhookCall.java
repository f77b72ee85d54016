package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.json.JsonObject;

/// What a webhook is asked.
///
/// @param request of the review, but for its uid
record WebhookCall(Webhook hook, JsonObject request) {}
