package dev.sluice.controller.call;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import java.util.function.Function;

/// A request to the API server.
///
/// @param what for logs: `bind lab/train-0-x7`
public record Call(String what, Function<Kube, JsonObject> request) {}
