package dev.sluice.kube.cluster.controllers.node;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// All zones and their health.
///
/// If no node of any zone is ready, this controller is probably cut off itself, and no pod is evicted.
final class Zones {
    private static final String EXCLUDED = "node.kubernetes.io/exclude-disruption";

    private final NodeControlSettings settings;
    private final Map<String, Zone> zones = new LinkedHashMap<>();
    private final Map<String, Member> members = new HashMap<>();

    private record Member(String zone, boolean isWell, boolean isCounted) {}

    /// The result of re-evaluating all zones.
    enum Outcome {
        AS_BEFORE,
        NOBODY_IS_WELL,
        SOMEBODY_IS_WELL_AGAIN
    }

    Zones(NodeControlSettings settings) {
        this.settings = settings;
    }

    Collection<Zone> all() {
        return zones.values();
    }

    Zone of(JsonObject node, long nowNanos) {
        return zones.computeIfAbsent(name(node), _ -> new Zone(settings.taintsPerSecond(), nowNanos));
    }

    /// Updates the zone's counts with a node's state.
    void put(JsonObject node, boolean isWell, long nowNanos) {
        Member now = new Member(
                name(node), isWell, !node.object("metadata", "labels").has(EXCLUDED));
        Member before = members.get(KubeObjects.name(node));
        if (now.equals(before)) {
            return;
        }
        remove(KubeObjects.name(node));
        members.put(KubeObjects.name(node), now);
        Zone zone = of(node, nowNanos);
        if (now.isCounted()) {
            zone.count(isWell, 1);
        }
    }

    void remove(String node) {
        Member before = members.remove(node);
        Zone zone = before == null ? null : zones.get(before.zone());
        if (zone != null && before != null) {
            zone.waiting().remove(node);
            if (before.isCounted()) {
                zone.count(before.isWell(), -1);
            }
        }
    }

    Outcome look(long nowNanos) {
        zones.values().removeIf(zone -> zone.size() == 0 && zone.waiting().isEmpty());
        boolean wereAllDisrupted = zones.values().stream().allMatch(zone -> zone.state() == Zone.State.DISRUPTED);
        boolean areAllDisrupted = zones.values().stream().allMatch(zone -> zone.now() == Zone.State.DISRUPTED);
        if (areAllDisrupted && wereAllDisrupted) {
            return Outcome.AS_BEFORE;
        }
        for (Zone zone : zones.values()) {
            Zone.State state = zone.now();
            if (areAllDisrupted) {
                zone.setRate(0, nowNanos);
            } else if (wereAllDisrupted || state != zone.state()) {
                zone.setRate(rate(zone, state), nowNanos);
            }
            zone.setState(state);
        }
        if (areAllDisrupted) {
            return Outcome.NOBODY_IS_WELL;
        }
        return wereAllDisrupted ? Outcome.SOMEBODY_IS_WELL_AGAIN : Outcome.AS_BEFORE;
    }

    private double rate(Zone zone, Zone.State state) {
        if (state != Zone.State.PARTLY_DISRUPTED) {
            return settings.taintsPerSecond();
        }
        return zone.size() > settings.largeZone() ? settings.slowTaintsPerSecond() : 0;
    }

    private static String name(JsonObject node) {
        JsonObject labels = node.object("metadata", "labels");
        String zone = labels.text("topology.kubernetes.io/zone");
        String region = labels.text("topology.kubernetes.io/region");
        return region + ":" + zone;
    }
}
