package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.HumanDuration;
import java.util.ArrayList;
import java.util.List;

/// The columns of a pod, such as its STATUS, which summarizes its containers' states.
final class PodRow {
    static final List<Column> COLUMNS = List.of(
            Cells.NAME,
            Column.text("Ready", Cells.text(pod -> new PodRow(pod).ready())),
            Column.text("Status", Cells.text(pod -> new PodRow(pod).status)),
            Column.text("Restarts", (pod, ages) -> Json.of(new PodRow(pod).restarts(ages))),
            Cells.AGE,
            Column.text("IP", Cells.text(pod -> Cells.orNone(firstIp(pod)))).wide(),
            Column.text("Node", Cells.atOr(Cells.NONE, "spec", "nodeName")).wide(),
            Column.text("Nominated Node", Cells.atOr(Cells.NONE, "status", "nominatedNodeName"))
                    .wide(),
            Column.text("Readiness Gates", Cells.text(PodRow::gates)).wide());

    private final JsonObject pod;
    private final String status;
    private long containers;
    private long ready;
    private long restarts;
    private String lastRestart = "";

    private PodRow(JsonObject pod) {
        this.pod = pod;
        String said = pod.text("status", "reason");
        String word = said.isEmpty() ? pod.text("status", "phase") : said;
        JsonArray conditions = pod.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            JsonObject condition = conditions.object(i);
            if (condition.text("type").equals("PodScheduled")
                    && condition.text("reason").equals("SchedulingGated")) {
                word = "SchedulingGated";
            }
        }
        this.status = ended(afterContainers(afterInit(word)));
    }

    /// Row conditions, by which clients tell pods that are over.
    static JsonArray conditions(JsonObject pod) {
        return switch (pod.text("status", "phase")) {
            case "Succeeded" -> completed("Succeeded", "The pod has completed successfully.");
            case "Failed" -> completed("Failed", "The pod failed.");
            default -> JsonArray.EMPTY;
        };
    }

    private static JsonArray completed(String reason, String message) {
        return JsonArray.of(JsonObject.builder()
                .put("type", "Completed")
                .put("status", "True")
                .put("reason", reason)
                .put("message", message)
                .build());
    }

    private boolean isInitializing;

    private String afterInit(String before) {
        List<String> restartable = new ArrayList<>();
        JsonArray specs = pod.array("spec", "initContainers");
        containers = pod.array("spec", "containers").size();
        for (int i = 0; i < specs.size(); i++) {
            if (specs.object(i).text("restartPolicy").equals("Always")) {
                restartable.add(specs.object(i).text("name"));
                containers++;
            }
        }
        long ofAll = 0;
        String lastOfAll = "";
        String word = before;
        JsonArray statuses = pod.array("status", "initContainerStatuses");
        for (int i = 0; i < statuses.size() && !isInitializing; i++) {
            JsonObject container = statuses.object(i);
            boolean staysOn = restartable.contains(container.text("name"));
            String end = container.text("lastState", "terminated", "finishedAt");
            ofAll += container.number(0, "restartCount");
            lastOfAll = later(lastOfAll, end);
            if (staysOn) {
                restarts += container.number(0, "restartCount");
                lastRestart = later(lastRestart, end);
            }
            JsonObject state = container.object("state");
            if (state.has("terminated") && state.number(0, "terminated", "exitCode") == 0) {
                continue;
            }
            if (staysOn && container.isTrue("started")) {
                ready += container.isTrue("ready") ? 1 : 0;
                continue;
            }
            isInitializing = true;
            word = initWord(state, i, specs.size());
        }
        if (isInitializing && !Cells.hasCondition(pod, "Initialized")) {
            restarts = ofAll;
            lastRestart = lastOfAll;
        }
        return word;
    }

    private static String initWord(JsonObject state, int at, int count) {
        String waiting = state.text("waiting", "reason");
        if (state.has("terminated")) {
            return "Init:" + endWord(state.object("terminated"));
        }
        if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
            return "Init:" + waiting;
        }
        return "Init:" + at + "/" + count;
    }

    private static String endWord(JsonObject terminated) {
        if (!terminated.text("reason").isEmpty()) {
            return terminated.text("reason");
        }
        long signal = terminated.number(0, "signal");
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.number(0, "exitCode");
    }

    private String afterContainers(String before) {
        if (isInitializing && !Cells.hasCondition(pod, "Initialized")) {
            return before;
        }
        String word = before;
        String error = "";
        boolean isAnyRunning = false;
        JsonArray statuses = pod.array("status", "containerStatuses");
        for (int i = statuses.size() - 1; i >= 0; i--) {
            JsonObject container = statuses.object(i);
            JsonObject state = container.object("state");
            restarts += container.number(0, "restartCount");
            lastRestart = later(lastRestart, container.text("lastState", "terminated", "finishedAt"));
            if (!state.text("waiting", "reason").isEmpty()) {
                word = state.text("waiting", "reason");
            } else if (state.has("terminated")) {
                word = endWord(state.object("terminated"));
                error = state.number(0, "terminated", "exitCode") == 0 ? error : word;
            } else if (container.isTrue("ready") && state.has("running")) {
                isAnyRunning = true;
                ready++;
            }
        }
        if (!word.equals("Completed")) {
            return word;
        }
        if (isAnyRunning && Cells.hasCondition(pod, "Ready")) {
            return "Running";
        }
        if (!error.isEmpty()) {
            return error;
        }
        return isAnyRunning ? "NotReady" : word;
    }

    private String ended(String before) {
        if (!pod.object("metadata").has("deletionTimestamp")) {
            return before;
        }
        if (pod.text("status", "reason").equals("NodeLost")) {
            return "Unknown";
        }
        String phase = pod.text("status", "phase");
        return phase.equals("Succeeded") || phase.equals("Failed") ? before : "Terminating";
    }

    private String ready() {
        return ready + "/" + containers;
    }

    private String restarts(HumanDuration ages) {
        boolean isKnown = restarts != 0 && !lastRestart.isEmpty();
        return isKnown ? restarts + " (" + ages.since(lastRestart) + " ago)" : Long.toString(restarts);
    }

    private static String later(String one, String other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static String firstIp(JsonObject pod) {
        JsonArray ips = pod.array("status", "podIPs");
        return ips.isEmpty() ? "" : ips.object(0).text("ip");
    }

    private static String gates(JsonObject pod) {
        JsonArray gates = pod.array("spec", "readinessGates");
        if (gates.isEmpty()) {
            return Cells.NONE;
        }
        long open = Cells.each(gates, "conditionType").stream()
                .filter(type -> Cells.hasCondition(pod, type))
                .count();
        return open + "/" + gates.size();
    }
}
