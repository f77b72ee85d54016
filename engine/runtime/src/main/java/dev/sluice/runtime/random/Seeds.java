package dev.sluice.runtime.random;

import java.util.random.RandomGenerator;

/// The root of all randomness in a run.
///
/// Each actor draws from a source of its own, derived from the root and the actor's name. So one actor's extra
/// draw does not shift what the others see, and a new actor leaves the old ones as they were: a failing seed
/// stays a failing seed while the code around it changes.
public record Seeds(long root) {

    /// A source for the actor of this name; the same name yields the same sequence.
    public RandomGenerator forActor(String name) {
        return new SeededRandom(derive(name));
    }

    /// Seeds for a part of the run that has actors of its own.
    public Seeds within(String part) {
        return new Seeds(SplitMix.mix(derive(part)));
    }

    /// FNV-1a over the name's characters, started from the root: cheap, and stable across machines and releases.
    private long derive(String name) {
        long hash = SplitMix.mix(root) ^ 0xcbf29ce484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }
}
