package brokenworld.runtime.beta;

import brokenworld.runtime.alpha.First;
import java.util.Optional;

/// The other half.
public record Second(Optional<First> first) {}
