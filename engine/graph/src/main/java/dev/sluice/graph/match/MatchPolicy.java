package dev.sluice.graph.match;

import java.util.Locale;
import java.util.Optional;

/// flux-sched's match policies: which candidates are preferred, and how nodes are treated.
///
/// @param nodeCentric whether the score of the node dominates, so that candidates of one node are chosen together
/// @param nodeExclusive whether a job gets every node it uses exclusively
/// @param stopsEarly whether the traversal stops at the first sufficient candidates
public record MatchPolicy(
        String name, Preference preference, boolean nodeCentric, boolean nodeExclusive, boolean stopsEarly) {

    /// The criterion by which one candidate is better than another.
    public enum Preference {
        /// A higher id.
        HIGH,
        /// A lower id.
        LOW,
        /// A higher id; at the top of the request, consecutive ids are equally good.
        CONTIGUOUS,
        /// A lower performance class, the property `perf_class`.
        CLASS
    }

    /// The names that [#named] accepts.
    public static final String NAMES =
            "first, firstnodex, high, low, hinode, lonode, hinodex, lonodex, locality, variation, or a custom one such as"
                    + " 'policy=low node_centric=true'";

    /// The policy with a flux-sched name, or a custom one composed of flux-sched's four settings.
    public static Optional<MatchPolicy> named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "high" -> Optional.of(new MatchPolicy(name, Preference.HIGH, false, false, false));
            case "low" -> Optional.of(new MatchPolicy(name, Preference.LOW, false, false, false));
            case "hinode" -> Optional.of(new MatchPolicy(name, Preference.HIGH, true, false, false));
            case "lonode" -> Optional.of(new MatchPolicy(name, Preference.LOW, true, false, false));
            case "hinodex" -> Optional.of(new MatchPolicy(name, Preference.HIGH, true, true, false));
            case "lonodex" -> Optional.of(new MatchPolicy(name, Preference.LOW, true, true, false));
            case "first" -> Optional.of(new MatchPolicy(name, Preference.HIGH, true, false, true));
            case "firstnodex" -> Optional.of(new MatchPolicy(name, Preference.HIGH, true, true, true));
            case "locality" -> Optional.of(new MatchPolicy(name, Preference.CONTIGUOUS, false, false, false));
            case "variation" -> Optional.of(new MatchPolicy(name, Preference.CLASS, false, false, false));
            default -> custom(name);
        };
    }

    /// Parses a policy such as `policy=high node_centric=true node_exclusive=false stop_on_1_matches=true`. Empty
    /// if a setting is unknown, repeated or malformed, or if there is no `policy`.
    private static Optional<MatchPolicy> custom(String text) {
        Preference preference = null;
        Boolean nodeCentric = null;
        Boolean nodeExclusive = null;
        Boolean stopsEarly = null;
        for (String part : text.strip().split("[\\s,]+", -1)) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part : part.substring(0, equals);
            String value = part.substring(equals + 1);
            if (key.equals("policy") && preference == null && (value.equals("high") || value.equals("low"))) {
                preference = value.equals("high") ? Preference.HIGH : Preference.LOW;
                continue;
            }
            boolean isTrue = value.equals("true") || value.equals("1");
            if (equals < 0 || !(isTrue || value.equals("false") || value.equals("0"))) {
                return Optional.empty();
            }
            if (key.equals("node_centric") && nodeCentric == null) {
                nodeCentric = isTrue;
            } else if (key.equals("node_exclusive") && nodeExclusive == null) {
                nodeExclusive = isTrue;
            } else if ((key.equals("stop_on_1_matches") || key.equals("set_stop_on_1_matches")) && stopsEarly == null) {
                stopsEarly = isTrue;
            } else {
                return Optional.empty();
            }
        }
        return preference == null
                ? Optional.empty()
                : Optional.of(new MatchPolicy(
                        text,
                        preference,
                        Boolean.TRUE.equals(nodeCentric),
                        Boolean.TRUE.equals(nodeExclusive),
                        Boolean.TRUE.equals(stopsEarly)));
    }

    /// Whether a larger score is better; a performance class is better the lower it is.
    boolean highFirst() {
        return preference == Preference.HIGH || preference == Preference.CONTIGUOUS;
    }
}
