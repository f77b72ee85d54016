package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.List;

/// Kinds that keep pods running: deployments, replica sets and the like.
final class Workloads {
    private static final String SELECTOR = "spec.selector";
    private static final String TEMPLATE = "spec.template";
    private static final String BEYOND = "cannot be greater than status.replicas";

    private Workloads() {}

    private static void checkSelector(JsonObject spec, String kind, Flaws flaws) {
        if (!hasSelector(spec)) {
            flaws.required(SELECTOR);
        } else {
            Selectors.check(spec.get("selector"), SELECTOR, flaws);
            if (Selectors.isEmpty(spec.object("selector"))) {
                flaws.invalid(SELECTOR, spec.get("selector"), "empty selector is invalid for " + kind);
            }
        }
    }

    private static boolean hasSelector(JsonObject spec) {
        return spec.get("selector") instanceof JsonObject;
    }

    private static void checkTemplate(JsonObject spec, String kind, Flaws flaws) {
        JsonObject template = spec.object("template");
        if (!Selectors.isSound(spec.object("selector"))) {
            flaws.invalid(SELECTOR, spec.get("selector"), kind.equals("StatefulSet") ? "" : "invalid label selector");
            if (kind.equals("StatefulSet")) {
                PodTemplates.mustRestart(template, TEMPLATE, kind, flaws);
            }
            return;
        }
        if (!hasSelector(spec) || !Selectors.isEmpty(spec.object("selector"))) {
            PodTemplates.mustMatch(template, spec, TEMPLATE, flaws);
        }
        PodTemplates.check(template, TEMPLATE, flaws);
        PodTemplates.mustRestart(template, TEMPLATE, kind, flaws);
    }

    private static void checkCounts(JsonObject status, List<String> counts, Flaws flaws) {
        for (String count : counts) {
            flaws.nonNegative("status." + count, status.get(count));
        }
    }

    private static void mustNotExceed(JsonObject status, String count, String most, String message, Flaws flaws) {
        if (status.number(0, count) > status.number(0, most)) {
            flaws.invalid("status." + count, Json.of(status.number(0, count)), message);
        }
    }

    private static void mustNotFall(JsonObject status, JsonObject old, Flaws flaws) {
        if (status.number(0, "collisionCount") < old.number(0, "collisionCount")) {
            flaws.invalid(
                    "status.collisionCount", Json.of(status.number(0, "collisionCount")), "cannot be decremented");
        }
    }

    static final class DeploymentCode implements KindCode {
        @Override
        public void check(JsonObject object, Flaws flaws) {
            JsonObject spec = object.object("spec");
            flaws.nonNegative("spec.replicas", spec.get("replicas"));
            checkSelector(spec, "deployment", flaws);
            checkTemplate(spec, "ReplicaSet", flaws);
            checkStrategy(spec.object("strategy"), flaws);
            flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
            flaws.nonNegative("spec.revisionHistoryLimit", spec.get("revisionHistoryLimit"));
            flaws.nonNegative("spec.progressDeadlineSeconds", spec.get("progressDeadlineSeconds"));
            if (spec.number(Long.MAX_VALUE, "progressDeadlineSeconds") <= spec.number(0, "minReadySeconds")) {
                flaws.invalid(
                        "spec.progressDeadlineSeconds",
                        spec.get("progressDeadlineSeconds"),
                        "must be greater than minReadySeconds");
            }
        }

        private static void checkStrategy(JsonObject strategy, Flaws flaws) {
            String field = "spec.strategy.rollingUpdate";
            switch (strategy.text("type")) {
                case "Recreate" -> {
                    if (strategy.has("rollingUpdate")) {
                        flaws.forbidden(field, "may not be specified when strategy `type` is 'Recreate'");
                    }
                }
                case "RollingUpdate" -> {
                    Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                    Json surge = strategy.at("rollingUpdate", "maxSurge");
                    Shares.check(unavailable, field + ".maxUnavailable", flaws);
                    Shares.check(surge, field + ".maxSurge", flaws);
                    if (Shares.amount(unavailable) == 0 && Shares.amount(surge) == 0) {
                        flaws.invalid(field + ".maxUnavailable", unavailable, "may not be 0 when `maxSurge` is 0");
                    }
                    Shares.mustNotExceedAll(unavailable, field + ".maxUnavailable", flaws);
                }
                default -> flaws.unsupported("spec.strategy", strategy, List.of("Recreate", "RollingUpdate"));
            }
        }

        @Override
        public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
            flaws.immutable(SELECTOR, object.at("spec", "selector"), old.at("spec", "selector"));
        }

        @Override
        public void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {
            JsonObject status = object.object("status");
            checkCounts(
                    status,
                    List.of(
                            "observedGeneration",
                            "replicas",
                            "updatedReplicas",
                            "readyReplicas",
                            "availableReplicas",
                            "unavailableReplicas",
                            "terminatingReplicas",
                            "collisionCount"),
                    flaws);
            for (String count : List.of("updatedReplicas", "readyReplicas", "availableReplicas")) {
                mustNotExceed(status, count, "replicas", BEYOND, flaws);
            }
            mustNotExceed(status, "availableReplicas", "readyReplicas", "cannot be greater than readyReplicas", flaws);
            mustNotFall(status, old.object("status"), flaws);
        }
    }

    static final class ReplicaSetCode implements KindCode {
        @Override
        public void check(JsonObject object, Flaws flaws) {
            JsonObject spec = object.object("spec");
            flaws.nonNegative("spec.replicas", spec.get("replicas"));
            flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
            checkSelector(spec, "deployment", flaws);
            checkTemplate(spec, "ReplicaSet", flaws);
        }

        @Override
        public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
            flaws.immutable(SELECTOR, object.at("spec", "selector"), old.at("spec", "selector"));
        }

        @Override
        public void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {
            JsonObject status = object.object("status");
            checkCounts(
                    status,
                    List.of(
                            "replicas",
                            "fullyLabeledReplicas",
                            "readyReplicas",
                            "availableReplicas",
                            "observedGeneration",
                            "terminatingReplicas"),
                    flaws);
            for (String count : List.of("fullyLabeledReplicas", "readyReplicas", "availableReplicas")) {
                mustNotExceed(status, count, "replicas", BEYOND, flaws);
            }
            mustNotExceed(status, "availableReplicas", "readyReplicas", "cannot be greater than readyReplicas", flaws);
        }
    }

    /// The oldest of them, whose selector is a plain map.
    static final class ReplicationControllerCode implements KindCode {
        @Override
        public JsonObject filled(JsonObject object) {
            JsonObject labels = object.object("spec", "template", "metadata", "labels");
            if (labels.isEmpty()) {
                return object;
            }
            JsonObject filled =
                    object.object("spec", "selector").isEmpty() ? object.withAt(labels, "spec", "selector") : object;
            return filled.object("metadata", "labels").isEmpty() ? filled.withAt(labels, "metadata", "labels") : filled;
        }

        @Override
        public void check(JsonObject object, Flaws flaws) {
            JsonObject spec = object.object("spec");
            JsonObject selector = spec.object("selector");
            if (selector.isEmpty()) {
                flaws.required(SELECTOR);
            }
            flaws.nonNegative("spec.replicas", spec.get("replicas"));
            if (!spec.has("template")) {
                flaws.required(TEMPLATE);
                return;
            }
            JsonObject template = spec.object("template");
            if (!Selectors.matches(JsonObject.of("matchLabels", selector), template.object("metadata", "labels"))) {
                flaws.invalid(
                        "spec.template.metadata.labels",
                        template.at("metadata", "labels"),
                        "`selector` does not match template `labels`");
            }
            PodTemplates.check(template, TEMPLATE, flaws);
            PodTemplates.mustRestart(template, TEMPLATE, "ReplicationController", flaws);
        }
    }

    static final class DaemonSetCode implements KindCode {
        @Override
        public JsonObject begun(JsonObject object) {
            return object.withAt(Json.of("1"), "metadata", "annotations", GENERATION);
        }

        private static final String GENERATION = "deprecated.daemonset.template.generation";

        @Override
        public JsonObject changed(JsonObject object, JsonObject old) {
            long before = generation(old);
            boolean isChanged = !object.object("spec", "template").equals(old.object("spec", "template"));
            return object.withAt(
                    Json.of(Long.toString(isChanged ? before + 1 : before)), "metadata", "annotations", GENERATION);
        }

        private static long generation(JsonObject object) {
            String text = object.text("metadata", "annotations", GENERATION);
            return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
        }

        @Override
        public void check(JsonObject object, Flaws flaws) {
            JsonObject spec = object.object("spec");
            JsonObject selector = spec.object("selector");
            Selectors.check(selector, SELECTOR, flaws);
            PodTemplates.mustMatch(spec.object("template"), spec, TEMPLATE, flaws);
            if (hasSelector(spec) && Selectors.isEmpty(selector)) {
                flaws.invalid(SELECTOR, selector, "empty selector is invalid for daemonset");
            }
            PodTemplates.check(spec.object("template"), TEMPLATE, flaws);
            PodTemplates.mustRestart(spec.object("template"), TEMPLATE, "DaemonSet", flaws);
            flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
            checkStrategy(spec.object("updateStrategy"), flaws);
            flaws.nonNegative("spec.revisionHistoryLimit", spec.get("revisionHistoryLimit"));
        }

        private static void checkStrategy(JsonObject strategy, Flaws flaws) {
            String field = "spec.updateStrategy";
            switch (strategy.text("type")) {
                case "OnDelete" -> {}
                case "RollingUpdate" -> {
                    Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                    Json surge = strategy.at("rollingUpdate", "maxSurge");
                    String own = field + ".rollingUpdate";
                    Shares.check(unavailable, own + ".maxUnavailable", flaws);
                    Shares.check(surge, own + ".maxSurge", flaws);
                    Shares.mustNotExceedAll(unavailable, own + ".maxUnavailable", flaws);
                    Shares.mustNotExceedAll(surge, own + ".maxSurge", flaws);
                    boolean hasUnavailable = Shares.amount(unavailable) != 0;
                    boolean hasSurge = Shares.amount(surge) != 0;
                    if (hasUnavailable && hasSurge) {
                        flaws.invalid(own + ".maxSurge", surge, "may not be set when maxUnavailable is non-zero");
                    } else if (!hasUnavailable && !hasSurge) {
                        flaws.required(own + ".maxUnavailable", "cannot be 0 when maxSurge is 0");
                    }
                }
                default -> flaws.unsupported(field, strategy, List.of("RollingUpdate", "OnDelete"));
            }
        }

        @Override
        public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
            flaws.immutable(SELECTOR, object.at("spec", "selector"), old.at("spec", "selector"));
        }

        @Override
        public void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {
            JsonObject status = object.object("status");
            checkCounts(
                    status,
                    List.of(
                            "currentNumberScheduled",
                            "numberMisscheduled",
                            "desiredNumberScheduled",
                            "numberReady",
                            "observedGeneration",
                            "updatedNumberScheduled",
                            "numberAvailable",
                            "numberUnavailable",
                            "collisionCount"),
                    flaws);
            mustNotFall(status, old.object("status"), flaws);
        }
    }

    static final class StatefulSetCode implements KindCode {
        private static final List<String> MUTABLE = List.of(
                "replicas",
                "ordinals",
                "template",
                "updateStrategy",
                "revisionHistoryLimit",
                "persistentVolumeClaimRetentionPolicy",
                "minReadySeconds");

        private static final String FORBIDDEN = "updates to statefulset spec for fields other than 'replicas',"
                + " 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit',"
                + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

        @Override
        public JsonObject filled(JsonObject object) {
            JsonObject strategy = object.object("spec", "updateStrategy");
            if (strategy.text("type").isEmpty()) {
                strategy = Defaults.empty(strategy.with("type", "RollingUpdate"), "rollingUpdate");
            }
            if (strategy.text("type").equals("RollingUpdate")) {
                strategy = Defaults.inside(strategy, "rollingUpdate", it -> Defaults.number(it, "partition", 0));
            }
            return object.withAt(strategy, "spec", "updateStrategy");
        }

        @Override
        public void check(JsonObject object, Flaws flaws) {
            JsonObject spec = object.object("spec");
            String policy = spec.text("podManagementPolicy");
            if (!policy.equals("OrderedReady") && !policy.equals("Parallel")) {
                flaws.invalid("spec.podManagementPolicy", policy, "must be 'OrderedReady' or 'Parallel'");
            }
            checkStrategy(spec.object("updateStrategy"), flaws);
            for (String when : List.of("whenDeleted", "whenScaled")) {
                flaws.oneOf(
                        "spec.persistentVolumeClaimRetentionPolicy." + when,
                        spec.text("persistentVolumeClaimRetentionPolicy", when),
                        false,
                        List.of("Retain", "Delete"));
            }
            flaws.nonNegative("spec.replicas", spec.get("replicas"));
            flaws.nonNegative("spec.minReadySeconds", spec.get("minReadySeconds"));
            flaws.nonNegative("spec.ordinals.start", spec.at("ordinals", "start"));
            String service = spec.text("serviceName");
            if (!service.isEmpty()) {
                flaws.names("spec.serviceName", service, Names.label(service));
            }
            checkSelector(spec, "statefulset", flaws);
            checkTemplate(withClaimsAsVolumes(spec), "StatefulSet", flaws);
        }

        private static JsonObject withClaimsAsVolumes(JsonObject spec) {
            JsonObject changed = spec;
            for (Json claim : spec.array("volumeClaimTemplates")) {
                String name = claim instanceof JsonObject object ? object.text("metadata", "name") : "";
                JsonObject volume = JsonObject.builder()
                        .put("name", name)
                        .put("emptyDir", JsonObject.EMPTY)
                        .build();
                changed = changed.withAt(
                        changed.array("template", "spec", "volumes").plus(volume), "template", "spec", "volumes");
            }
            return changed;
        }

        private static void checkStrategy(JsonObject strategy, Flaws flaws) {
            String field = "spec.updateStrategy.rollingUpdate";
            switch (strategy.text("type")) {
                case "OnDelete" -> {
                    if (strategy.has("rollingUpdate")) {
                        flaws.invalid(
                                field,
                                strategy.get("rollingUpdate"),
                                "only allowed for updateStrategy 'RollingUpdate'");
                    }
                }
                case "RollingUpdate" -> {
                    flaws.nonNegative(field + ".partition", strategy.at("rollingUpdate", "partition"));
                    Json unavailable = strategy.at("rollingUpdate", "maxUnavailable");
                    Shares.check(unavailable, field + ".maxUnavailable", flaws);
                    if (unavailable != null && Shares.amount(unavailable) == 0) {
                        flaws.invalid(field + ".maxUnavailable", unavailable, "cannot be 0");
                    }
                    Shares.mustNotExceedAll(unavailable, field + ".maxUnavailable", flaws);
                }
                default -> flaws.invalid("spec.updateStrategy", strategy, "must be 'RollingUpdate' or 'OnDelete'");
            }
        }

        @Override
        public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
            JsonObject now = object.object("spec");
            JsonObject before = old.object("spec");
            for (String field : MUTABLE) {
                now = now.without(field);
                before = before.without(field);
            }
            if (!now.equals(before)) {
                flaws.forbidden("spec", FORBIDDEN);
            }
        }

        @Override
        public void checkStatus(JsonObject object, JsonObject old, Flaws flaws) {
            JsonObject status = object.object("status");
            checkCounts(
                    status,
                    List.of(
                            "replicas",
                            "readyReplicas",
                            "currentReplicas",
                            "updatedReplicas",
                            "availableReplicas",
                            "observedGeneration",
                            "collisionCount"),
                    flaws);
            for (String count : List.of("readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas")) {
                mustNotExceed(status, count, "replicas", BEYOND, flaws);
            }
            mustNotExceed(
                    status, "availableReplicas", "readyReplicas", "cannot be greater than status.readyReplicas", flaws);
            mustNotFall(status, old.object("status"), flaws);
        }
    }
}
