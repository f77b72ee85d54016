package brokenworld.kube.client;

import brokenworld.graph.Impure;

/// An adapter that reaches into the engine.
public record Client(Impure engine) {}
