package dev.sluice.runtime.random;

import java.util.random.RandomGenerator;

/// The root of all randomness in a run.
///
/// Each actor draws from its own source, derived from the root and the actor's name. So an extra draw by one actor
/// does not shift the others, and a new actor leaves the old ones unchanged: a failing seed still fails while the
/// code around it changes.
public record Seeds(long root) {

    /// Returns the source of the actor of this name; the same name yields the same sequence.
    public RandomGenerator forActor(String name) {
        return new SeededRandom(derive(name));
    }

    /// Returns seeds for a part of the run that has its own actors.
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
