package dev.sluice.scheduling.reason;

import dev.sluice.queue.Condition;
import java.util.Map;

/// Describes conditions in sentences.
final class ConditionWords {
    private ConditionWords() {}

    static Reason reason(Condition condition) {
        return switch (condition) {
            case Condition.After it -> ofJob("after", it.job(), "to start");
            case Condition.AfterOk it -> ofJob("afterok", it.job(), "to end well");
            case Condition.AfterAny it -> ofJob("afterany", it.job(), "to end");
            case Condition.AfterNotOk it -> ofJob("afternotok", it.job(), "to fail");
            case Condition.Singleton it ->
                open(
                        Map.of("scheme", "singleton", "name", it.name()),
                        "waits for its user's earlier jobs named " + it.name());
            case Condition.BeginTime it ->
                open(Map.of("scheme", "begin-time", "time", Long.toString(it.timeNanos())), "waits for its begin time");
        };
    }

    private static Reason ofJob(String scheme, long job, String what) {
        return open(Map.of("scheme", scheme, "job", Long.toString(job)), "waits for job " + job + " " + what);
    }

    private static Reason open(Map<String, String> parameters, String sentence) {
        return new Reason(ReasonCode.CONDITION_OPEN, parameters, sentence);
    }
}
