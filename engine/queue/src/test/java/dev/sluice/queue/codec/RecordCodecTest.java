package dev.sluice.queue.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.queue.Condition;
import dev.sluice.queue.EndCause;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.JobState;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Records as text: the file `records-N.jsonl` has one record of each kind in version N, and must stay readable.
class RecordCodecTest {
    private static final Jobspec CORES = new Jobspec(
            Jobspec.VERSION_1, List.of(ResourceRequest.of("core", Count.exactly(2))), List.of(), Attributes.NONE);

    private static final Job JOB = Job.of(7, CORES, 60_000)
            .ownedBy(new Owner("system:serviceaccount:a:b", "physics"))
            .withQueuePriority(new QueuePriority("batch", -3))
            .waitingFor(
                    new Condition.After(1),
                    new Condition.AfterOk(2),
                    new Condition.AfterAny(3),
                    new Condition.AfterNotOk(4),
                    new Condition.Singleton("nightly"),
                    new Condition.BeginTime(5_000))
            .withParts(new JobParts(CORES, 2, 1, 4));

    /// The records of version 1, with full paths.
    private static final List<QueueRecord> FIRST = records("/cluster0/rack0/");

    private static final List<QueueRecord> ALL = Stream.of(
                    records("").stream(),
                    Stream.<QueueRecord>of(
                            new QueueRecord.PartsWanted(7, 2, 9_800),
                            new QueueRecord.NodeAvoided(7, "node1", 2, 19_800, 9_800),
                            new QueueRecord.AttemptsSeen(7, 3, 70_001),
                            new QueueRecord.Ended(8, JobState.UNKNOWN, 90_002)),
                    withCauses())
            .flatMap(it -> it)
            .toList();

    /// Records with components that were added within the version: the ones above have none.
    private static Stream<QueueRecord> withCauses() {
        return Stream.of(
                new QueueRecord.Held(7, Optional.of("by its user"), 1_200),
                new QueueRecord.Reduced(7, 1, List.of(), Optional.of("its node is closed"), 9_900),
                new QueueRecord.Requeued(7, 2, 90_000, List.of(), Optional.of("no container started"), 70_000),
                new QueueRecord.Ended(9, JobState.CANCELLED, Optional.of(new EndCause("deleted")), 90_003),
                new QueueRecord.Ended(
                        9, JobState.FAILED, Optional.of(new EndCause("OOMKilled", Optional.of(137))), 90_003));
    }

    /// @param above what paths have before the name of a node
    private static List<QueueRecord> records(String above) {
        List<Share> shares = List.of(
                new Share(above + "node0/memory0", 8L << 30, Share.Use.SHARED),
                new Share(above + "node0/gpu1", 1, Share.Use.EXCLUSIVE),
                new Share(above + "node1", 1, Share.Use.WHOLE));
        String node = above + "node1";
        return List.of(
                new QueueRecord.Submitted(JOB, 50_000, 1_000),
                new QueueRecord.Refused(7, "needs 3 nodes, 2 there", 1_000),
                new QueueRecord.Changed(Job.of(8, CORES, 1), 1, 1_100),
                new QueueRecord.Held(7, 1_200),
                new QueueRecord.Released(7, 1_300),
                new QueueRecord.BeginReached(7, 5_000),
                new QueueRecord.Planned(7, new Span(9_000, 59_000), shares, 5_000),
                new QueueRecord.PlanDropped(7, 5_001),
                new QueueRecord.Started(7, 59_000, shares, true, 9_000),
                new QueueRecord.Confirmed(7, 59_500, 9_500),
                new QueueRecord.Stopping(7, StopReason.CANCELLED, 39_000, 9_700),
                new QueueRecord.Extended(7, 1, shares, 9_800),
                new QueueRecord.Reduced(7, 1, shares, 9_900),
                new QueueRecord.EndMoved(7, 70_000, 59_500),
                new QueueRecord.Vacated(7, 70_000),
                new QueueRecord.Requeued(7, 2, 90_000, List.of(node), 70_000),
                new QueueRecord.RetryReached(7, 90_000),
                new QueueRecord.Ended(7, JobState.TIMED_OUT, 90_001),
                new QueueRecord.Restored(
                        JOB,
                        JobState.STOPPING,
                        50_000,
                        List.of(1_000L, 9_000L, 9_000L, 9_500L, 59_500L, -1L),
                        1,
                        List.of(node),
                        -1,
                        true,
                        true,
                        Optional.of(StopReason.WALL_TIME),
                        Optional.of(new Span(1, 2)),
                        shares,
                        95_000),
                new QueueRecord.Finished(6, JobState.COMPLETED, true, 95_000),
                new QueueRecord.RecentRuns("alice", List.of(10L, 20L), 95_000),
                new QueueRecord.FailureScore(node, 1.25, 95_000),
                new QueueRecord.Quarantined(node, 99_000, 95_000),
                new QueueRecord.QuarantineEnded(node, 99_000),
                new QueueRecord.WindowEntered("w1", "maintenance", shares, new Span(100_000, 200_000), 99_000),
                new QueueRecord.WindowLeft("w1", 200_000));
    }

    private static List<String> golden(int version) throws IOException {
        try (var file = RecordCodecTest.class.getResourceAsStream("records-" + version + ".jsonl")) {
            assertThat(file).isNotNull();
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    @Test
    void thePresentVersionIsWrittenAsInItsFile() throws IOException {
        assertThat(ALL.stream().map(RecordCodec::encode)).isEqualTo(golden(RecordCodec.VERSION));
    }

    @Test
    void allVersionsAreRead() throws IOException {
        for (int version = 1; version <= RecordCodec.VERSION; version++) {
            assertThat(golden(version).stream().map(RecordCodec::decode)).isEqualTo(version == 1 ? FIRST : ALL);
        }
    }

    @Test
    void everyKindOfRecordIsInTheFile() {
        assertThat(ALL.stream().map(Object::getClass).distinct())
                .containsExactlyInAnyOrderElementsOf(kinds(QueueRecord.class).toList());
    }

    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(RecordCodecTest::kinds)
                : Stream.of(type);
    }

    @Test
    void aNewerVersionIsRefused() {
        assertThatThrownBy(() -> RecordCodec.decode("{\"version\":99,\"record\":\"Held\",\"job\":1,\"timeNanos\":2}"))
                .isInstanceOf(CodecException.class)
                .hasMessage("version (99) is newer than (" + RecordCodec.VERSION
                        + "), the newest that this program reads: use a newer version of Sluice");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                                | version (null) must be a number"
                        + " from 1 to 2",
                "{\"version\":1,\"record\":\"Sold\"}                               | record (Sold) is of no known kind",
                "{\"version\":1,\"record\":\"Held\",\"timeNanos\":2}               | field (job) is missing",
                "{\"version\":1,\"record\":\"Held\",\"job\":\"x\",\"timeNanos\":2} | field (job): (x) must be a long",
                "{\"version\":1,\"record\":\"Ended\",\"job\":1,\"how\":\"LOST\",\"timeNanos\":2} | field (how): (LOST)"
                        + " must be one of [HELD, WAITING, RUNNING, STOPPING, COMPLETED, FAILED, CANCELLED, TIMED_OUT,"
                        + " REFUSED, UNKNOWN]",
                "{\"version\":1,\"record\":\"Held\",\"job\":1,\"timeNanos\":2,\"x\":3} | Held has an unknown field (x)",
                "[1]                                                               | a record must be a JSON object"
            })
    void whatIsWrongIsNamed(String text, String message) {
        assertThatThrownBy(() -> RecordCodec.decode(text))
                .isInstanceOf(CodecException.class)
                .hasMessage(message);
    }

    @Test
    void damagedTextsGiveClearErrors() {
        Random random = new Random(1);
        List<String> texts =
                new ArrayList<>(ALL.stream().map(RecordCodec::encode).toList());
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(texts.get(random.nextInt(texts.size())));
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.deleteCharAt(at);
                    case 1 -> text.insert(at, "\"{}[]:,-0x".charAt(random.nextInt(10)));
                    default -> text.setCharAt(at, (char) (' ' + random.nextInt(95)));
                }
            }
            try {
                RecordCodec.decode(text.toString());
            } catch (CodecException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }
}
