package dev.sluice.controller.audit;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.request.HostPort;
import dev.sluice.kube.request.PodRequest;
import dev.sluice.scheduling.machine.ForeignUse;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What an audit needs of a listed pod. Whole pods of a large cluster would take gigabytes.
///
/// @param name with the namespace
/// @param node the node on which it holds resources; empty if it holds none
/// @param amounts its request, by resource
/// @param ports its host ports, as `TCP 8080` or `UDP 10.0.0.1:53`
/// @param endNanos when it is to be gone: at the end of its grace if it terminates, or at its deadline; else
///     [ForeignUse#OPEN]
record ListedPod(
        String uid,
        long version,
        String name,
        String node,
        Map<String, Long> amounts,
        Set<String> ports,
        long endNanos) {
    /// The first and the last moment that nanoseconds can tell, in the years 1677 and 2262.
    private static final Instant PAST = Instant.EPOCH.plusNanos(Long.MIN_VALUE);

    private static final Instant FAR = Instant.EPOCH.plusNanos(ForeignUse.OPEN);

    private static final long FAR_SECONDS = FAR.getEpochSecond();

    static ListedPod of(JsonObject json) {
        Pod pod = new Pod(json);
        String node = pod.isTerminal() ? "" : pod.nodeName();
        if (node.isEmpty() && !pod.isTerminal()) {
            node = json.text("status", "nominatedNodeName");
        }
        return new ListedPod(
                KubeObjects.uid(json),
                Informer.versionNumber(KubeObjects.resourceVersion(json)),
                KubeObjects.namespace(json) + "/" + KubeObjects.name(json),
                node,
                node.isEmpty() ? Map.of() : PodRequest.of(json).amounts(),
                node.isEmpty() ? Set.of() : ports(json),
                node.isEmpty() ? ForeignUse.OPEN : endNanos(json));
    }

    private static Set<String> ports(JsonObject json) {
        return HostPort.of(json).stream()
                .map(port ->
                        port.protocol() + " " + (port.ip().equals(HostPort.ANY) ? "" : port.ip() + ":") + port.port())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Returns its namespace and name.
    ObjectKey key() {
        int slash = name.indexOf('/');
        return new ObjectKey(name.substring(0, slash), name.substring(slash + 1));
    }

    private static long endNanos(JsonObject json) {
        Optional<Instant> end = time(json.text("metadata", "deletionTimestamp"));
        if (json.object("spec").has("activeDeadlineSeconds")) {
            // A foreign pod may have any number.
            long seconds = Math.min(json.number(0, "spec", "activeDeadlineSeconds"), FAR_SECONDS);
            Optional<Instant> deadline =
                    time(json.text("status", "startTime")).map(start -> start.plusSeconds(seconds));
            end = Stream.concat(end.stream(), deadline.stream()).min(Comparator.naturalOrder());
        }
        return end.filter(it -> it.isBefore(FAR))
                .map(it -> ChronoUnit.NANOS.between(Instant.EPOCH, it))
                .orElse(ForeignUse.OPEN);
    }

    private static Instant clamped(Instant time) {
        return time.isBefore(PAST) ? PAST : time.isAfter(FAR) ? FAR : time;
    }

    private static Optional<Instant> time(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(clamped(Instant.parse(text)));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
