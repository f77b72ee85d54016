package brokenworld.runtime.alpha;

import brokenworld.runtime.beta.Second;

/// One half of a circle.
public record First(Second second) {}
