package dev.sluice.jobspec.rset;

import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A resource set, "R" (RFC 20 version 1).
///
/// @param nodelist the hosts of all ranks, in the order of [#ranks]; empty if unset
/// @param properties the ranks that have a property, by name
/// @param slots the number of task slots, if the scheduler set it
/// @param scheduling JSON that only the scheduler that wrote it understands
public record ResourceSet(
        List<Entry> entries,
        Hostlist nodelist,
        Map<String, Idset> properties,
        OptionalLong slots,
        Validity validity,
        Optional<String> scheduling) {

    public ResourceSet {
        entries = List.copyOf(entries);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        long ranks = ranks(entries).size();
        if (!nodelist.isEmpty() && nodelist.size() != ranks) {
            throw new IllegalArgumentException(
                    "nodelist names (" + nodelist.size() + ") hosts for (" + ranks + ") ranks");
        }
        if (slots.isPresent() && slots.getAsLong() < 1) {
            throw new IllegalArgumentException("nslots (" + slots.getAsLong() + ") is below (1)");
        }
    }

    /// The resources of each of some ranks: `core` → 0-15, `gpu` → 0-3.
    public record Entry(Idset ranks, Map<String, Idset> children) {
        public Entry {
            children = Collections.unmodifiableMap(new LinkedHashMap<>(children));
            if (ranks.isEmpty()) {
                throw new IllegalArgumentException("rank is empty");
            }
        }
    }

    /// The validity in seconds since 1970; 0 is unlimited.
    public record Validity(double startSeconds, double expirationSeconds) {
        public static final Validity ALWAYS = new Validity(0, 0);

        public Validity {
            if (!(startSeconds >= 0 && expirationSeconds >= 0)
                    || Double.isInfinite(startSeconds)
                    || Double.isInfinite(expirationSeconds)) {
                throw new IllegalArgumentException("starttime (" + startSeconds + ") or expiration ("
                        + expirationSeconds + ") is no time since 1970");
            }
            if (expirationSeconds > 0 && expirationSeconds <= startSeconds) {
                throw new IllegalArgumentException(
                        "expiration (" + expirationSeconds + ") does not come after starttime (" + startSeconds + ")");
            }
            // Minus zero equals zero but does not read back as the same record.
            startSeconds += 0.0;
            expirationSeconds += 0.0;
        }
    }

    public Idset ranks() {
        return ranks(entries);
    }

    /// The number of resources of a type over all ranks.
    public long count(String type) {
        long count = 0;
        for (Entry entry : entries) {
            count += entry.ranks().size()
                    * entry.children().getOrDefault(type, Idset.EMPTY).size();
        }
        return count;
    }

    private static Idset ranks(List<Entry> entries) {
        Idset ranks = Idset.EMPTY;
        for (Entry entry : entries) {
            ranks = ranks.union(entry.ranks());
        }
        return ranks;
    }
}
