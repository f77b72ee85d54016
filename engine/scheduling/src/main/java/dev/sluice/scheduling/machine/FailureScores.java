package dev.sluice.scheduling.machine;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// A failure score for each node that has failed jobs lately. A failed job adds one; the score halves in every
/// half-life.
public final class FailureScores {
    /// Scores below this are dropped: they no longer matter.
    private static final double FORGOTTEN = 0.01;

    private final long halfLifeNanos;
    private final Map<String, Score> scores = new HashMap<>();

    private record Score(double value, long timeNanos) {}

    public FailureScores(long halfLifeNanos) {
        this.halfLifeNanos = halfLifeNanos;
    }

    public double score(String node, long nowNanos) {
        Score score = scores.get(node);
        if (score == null) {
            return 0;
        }
        return score.value() * Math.pow(0.5, (double) (nowNanos - score.timeNanos()) / halfLifeNanos);
    }

    /// Sets a score as it was at some time.
    public void restore(String node, double score, long timeNanos) {
        scores.values()
                .removeIf(each -> each.value() * Math.pow(0.5, (double) (timeNanos - each.timeNanos()) / halfLifeNanos)
                        < FORGOTTEN);
        scores.put(node, new Score(score, timeNanos));
    }

    public interface Visitor {
        void visit(String node, double score, long timeNanos);
    }

    public void forEach(Visitor visitor) {
        new TreeMap<>(scores).forEach((node, score) -> visitor.visit(node, score.value(), score.timeNanos()));
    }

    /// Starts anew: the node has been in quarantine.
    public void forget(String node) {
        scores.remove(node);
    }
}
