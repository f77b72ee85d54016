package dev.sluice.controller.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.jobspec.parse.JobspecWriter;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.Job;
import dev.sluice.queue.codec.RecordCodec;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.runtime.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobTranslationTest {
    private final JobTranslation translation = new JobTranslation(Map.of());

    private static JsonObject job(String podSpec, String resources) {
        return (JsonObject) JsonText.read("""
                {'metadata':{'name':'train','namespace':'lab','uid':'u-1'},'spec':{'parallelism':3,'template':{'spec':{%s
                 'containers':[{'name':'c','ports':[{'containerPort':80,'hostPort':80}],'resources':{%s}}]}}}}
                """.formatted(podSpec, resources).replace('\'', '"'));
    }

    /// A scheduler that restarts reads its jobs from records.
    @Test
    void aJobWithMoreThanFourGibibytesIsReadBackFromItsRecord() {
        Job translated = translation.translate(
                job(
                        "'nodeSelector':{'a':'b'},'tolerations':[{'operator':'Exists'}],",
                        "'requests':{'cpu':'500m','memory':'64Gi'},'limits':{'nvidia.com/gpu':'1'}"),
                7,
                0);
        QueueRecord record = new QueueRecord.Submitted(translated, 5, 9);

        assertThat(RecordCodec.decode(RecordCodec.encode(record))).isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource({"0, '', 4", "0, 3, 3", "8, '', 2", "8, 3, 2", "8, 1, 1", "10, '', 1"})
    void aJobThatIsPartlyCompleteStartsWithThePodsThatAreLeft(int succeeded, String least, int gang) {
        JsonObject json =
                (JsonObject) JsonText.read("""
                {'metadata':{'name':'train','namespace':'lab','uid':'u-1','annotations':{'sluice.dev/min-available':'%s'}},
                 'spec':{'parallelism':4,'completions':10,'template':{'spec':{'containers':[{'name':'c'}]}}},
                 'status':{'succeeded':%d}}
                """.formatted(least, succeeded).replace('\'', '"'));

        assertThat(translation.translate(json, 1, 0).parts().orElseThrow().initial())
                .isEqualTo(gang);
    }

    @Test
    void theDeadlineThatAReleaseWroteIsNoWallTime() {
        JsonObject json = (JsonObject) JsonText.read("""
                {'metadata':{'name':'train','namespace':'lab','uid':'u-1','annotations':{'sluice.dev/deadline':'%s'}},
                 'spec':{'activeDeadlineSeconds':5,'template':{'spec':{'containers':[{'name':'c'}]}}}}
                """.formatted("5/600").replace('\'', '"'));

        assertThat(translation.translate(json, 1, 0).wallNanos()).isEqualTo(600 * Clock.NANOS_PER_SECOND);
    }

    @Test
    void theJobspecIsValidByTheRfc() {
        Job translated = translation.translate(job("", "'requests':{'memory':'8Gi'}"), 1, 0);
        String text = JobspecWriter.toYaml(translated.jobspec());

        assertThat(JobspecReader.read(text, "job", Dialect.RFC)).isEqualTo(translated.jobspec());
    }

    @ParameterizedTest
    @CsvSource({"90s, 90000000000", "250000us, 250000000", "1500ns, 1500", "2µs, 2000", "1h30m, 5400000000000"})
    void aWallTimeIsWrittenAsInGoOrFlux(String text, long nanos) {
        JsonObject job = job("", "").withAt(Json.of(text), "metadata", "annotations", SluiceNames.WALL_TIME);

        assertThat(translation.translate(job, 1, 0).wallNanos()).isEqualTo(nanos);
    }

    @Test
    void anInfiniteWallTimeGoesBeforeTheQueuesDefault() {
        JobTranslation limited = new JobTranslation(Map.of("default", 60_000_000_000L));
        JsonObject job = job("", "");

        assertThat(limited.translate(job, 1, 0).wallNanos()).isEqualTo(60_000_000_000L);
        assertThat(limited.translate(job.withAt(Json.of("inf"), "metadata", "annotations", SluiceNames.WALL_TIME), 1, 0)
                        .wallNanos())
                .isEqualTo(Job.WALL_NANOS_UNKNOWN);
    }

    private static JsonObject pod(String annotations, String owner) {
        return (JsonObject) JsonText.read("""
                {'metadata':{'name':'p','namespace':'lab','uid':'u-2','annotations':{%s}%s},
                 'spec':{'containers':[{'name':'c'}]}}
                """.formatted(annotations, owner).replace('\'', '"'));
    }

    @Test
    void aSmallerGangIsRefusedOnPodsAndGroups() {
        String why =
                "annotation sluice.dev/min-available (1) is for Jobs; a group starts with as many pods as annotation"
                        + " sluice.dev/group-size says";
        JsonObject pod = pod("'sluice.dev/min-available':'1'", "");
        PodGroupName group = new PodGroupName(SluiceNames.GROUP, new ObjectKey("lab", "g"));

        assertThatThrownBy(() -> translation.translatePod(pod, 1, 0)).hasMessage(why);
        assertThatThrownBy(() -> translation.translateGroup(group, List.of(pod("", ""), pod), 2, 1, 0))
                .hasMessage(why);
    }

    @Test
    void aPodOfAJobMayHaveTheJobsAnnotations() {
        JsonObject pod = pod(
                "'sluice.dev/min-available':'1'",
                ",'ownerReferences':[{'kind':'Job','name':'train','uid':'u-1','controller':true}]");

        assertThat(translation.translatePod(pod, 1, 0).parts().orElseThrow().initial())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "false, labels, sluice.dev/group, label",
        "true, labels, sluice.dev/group, label",
        "false, annotations, sluice.dev/group-size, annotation",
        "true, annotations, sluice.dev/group-size, annotation"
    })
    void aGroupIsRefusedOnJobsAndTheirTemplates(boolean isOnTemplate, String map, String name, String kind) {
        JsonObject plain = job("", "");
        JsonObject job = isOnTemplate
                ? plain.withAt(Json.of("4"), "spec", "template", "metadata", map, name)
                : plain.withAt(Json.of("4"), "metadata", map, name);

        assertThatThrownBy(() -> translation.translate(job, 1, 0))
                .isInstanceOf(NotHonoured.class)
                .hasMessage(
                        kind + " " + name + " (4) is for pods without a Job: the pods of Job train are a group of their"
                                + " own; remove it");
    }

    @Test
    void limitsOfTheTemplateAreRequested() {
        Job translated = translation.translate(job("", "'limits':{'nvidia.com/gpu':'2'}"), 1, 0);

        assertThat(JobspecWriter.toJson(translated.jobspec())).contains("{\"type\":\"nvidia.com/gpu\",\"count\":2}");
    }

    /// API servers refuse most of them; a graph that counted one would have more than there is.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'requests':{'cpu':'-1'}",
                "'limits':{'nvidia.com/gpu':'-2'}",
                "'requests':{'cpu':'1','memory':'-1Gi'}",
                "'requests':{'ephemeral-storage':'-1'},'limits':{'ephemeral-storage':'1'}"
            })
    void aNegativeAmountOfAContainerIsRefused(String resources) {
        JsonObject job = job("", resources);

        assertThatThrownBy(() -> translation.translate(job, 1, 0))
                .isInstanceOf(NotHonoured.class)
                .hasMessageContaining("is negative");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'overhead':{'memory':'-1Gi'},",
                "'resources':{'requests':{'memory':'-1Gi'}},",
                "'initContainers':[{'name':'i','resources':{'requests':{'cpu':'-500m'}}}],"
            })
    void aNegativeAmountOfThePodIsRefused(String podSpec) {
        JsonObject job = job(podSpec, "'requests':{'cpu':'1'}");

        assertThatThrownBy(() -> translation.translate(job, 1, 0))
                .isInstanceOf(NotHonoured.class)
                .hasMessageContaining("is negative");
    }
}
