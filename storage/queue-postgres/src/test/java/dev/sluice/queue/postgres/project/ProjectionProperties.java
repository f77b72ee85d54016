package dev.sluice.queue.postgres.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.queue.JobState;
import dev.sluice.queue.postgres.Records;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ProjectionProperties {
    private static final long SECOND = Records.SECOND;

    /// Adds up the cores that are held in each second, which takes long and is plainly right.
    private static double coreSeconds(List<QueueRecord> records) {
        TreeMap<Long, Long> milliCoresFrom = new TreeMap<>();
        long held = 0;
        long end = 0;
        for (QueueRecord record : records) {
            switch (record) {
                case QueueRecord.Started it -> held = sum(it.shares());
                case QueueRecord.Extended it -> held += sum(it.shares());
                case QueueRecord.Reduced it -> held -= sum(it.shares());
                case QueueRecord.Ended _, QueueRecord.Requeued _ -> held = 0;
                default -> {}
            }
            milliCoresFrom.put(record.timeNanos() / SECOND, held);
            end = record.timeNanos() / SECOND;
        }
        double total = 0;
        for (long second = 0; second < end; second++) {
            var now = milliCoresFrom.floorEntry(second);
            total += now == null ? 0 : now.getValue() / 1000.0;
        }
        return total;
    }

    private static long sum(List<Share> shares) {
        return shares.stream()
                .filter(share -> share.path().endsWith("/core0"))
                .mapToLong(Share::amount)
                .sum();
    }

    /// A job that starts, grows, shrinks and is lost in the order of the numbers, and ends.
    private static List<QueueRecord> life(List<Integer> steps) {
        List<QueueRecord> records = new ArrayList<>(List.of(Records.submitted(1, 0)));
        long second = 1;
        int lost = 0;
        List<Share[]> held = new ArrayList<>();
        for (int step : steps) {
            second += step % 7;
            Share[] more = Records.shares("n" + step, 100L * (step + 1), 1, step % 3);
            if (held.isEmpty()) {
                records.add(Records.started(1, second, more));
                held.add(more);
            } else if (step % 4 == 0) {
                records.add(new QueueRecord.Requeued(1, ++lost, second * SECOND, List.of("n1"), second * SECOND));
                held.clear();
            } else if (step % 4 == 1 && held.size() > 1) {
                records.add(new QueueRecord.Reduced(1, 1, List.of(held.removeLast()), second * SECOND));
            } else {
                records.add(new QueueRecord.Extended(1, 1, List.of(more), second * SECOND));
                held.add(more);
            }
        }
        records.add(new QueueRecord.Ended(1, JobState.COMPLETED, (second + 3) * SECOND));
        return records;
    }

    @Property
    void useEqualsTheSumOverAllSeconds(@ForAll @Size(max = 30) List<@IntRange(max = 40) Integer> steps) {
        List<QueueRecord> records = life(steps);
        List<RunRow> runs = new ArrayList<>();
        project(records, records.size(), runs);

        assertThat(runs.stream().mapToDouble(RunRow::coreSeconds).sum()).isCloseTo(coreSeconds(records), within(1e-6));
        assertThat(runs.stream().map(RunRow::number).distinct()).hasSameSizeAs(runs);
    }

    @Property
    void theSizeOfBatchesDoesNotMatter(
            @ForAll @Size(max = 30) List<@IntRange(max = 40) Integer> steps,
            @ForAll @IntRange(min = 1, max = 9) int size) {
        List<QueueRecord> records = life(steps);
        List<RunRow> atOnce = new ArrayList<>();
        List<RunRow> inBatches = new ArrayList<>();

        List<DecisionRow> decisionsAtOnce = project(records, records.size(), atOnce);
        List<DecisionRow> decisionsInBatches = project(records, size, inBatches);

        assertThat(inBatches).isEqualTo(atOnce);
        assertThat(decisionsInBatches).isEqualTo(decisionsAtOnce);
    }

    private static List<DecisionRow> project(List<QueueRecord> records, int batchSize, List<RunRow> runs) {
        Map<Long, JobRow> rows = new LinkedHashMap<>();
        List<DecisionRow> decisions = new ArrayList<>();
        for (int from = 0; from < records.size(); from += batchSize) {
            Projection projection = new Projection(PathMeter.MILLI_CORES, rows);
            for (int i = from; i < Math.min(from + batchSize, records.size()); i++) {
                projection.apply(i + 1, records.get(i));
            }
            runs.addAll(projection.runs());
            decisions.addAll(projection.decisions());
        }
        return decisions;
    }
}
