package dev.sluice.kube.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.kube.validation.print.HumanDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TablesTest {
    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

    private final HumanDuration ages = new HumanDuration(() -> TimeUnit.SECONDS.toNanos(NOW.getEpochSecond()));
    private final Tables tables =
            new Tables(new ResourceRegistry(Schema.kubernetes()), new Strategies(AdmissionExpressions::error), ages);

    @Test
    void aPodIsShownByTheStatesOfItsContainers() {
        assertThat(cells(
                        "pods",
                        "{'metadata':{'name':'p','creationTimestamp':'2026-01-01T00:00:00Z'},'spec':{'nodeName':'n',"
                                + "'containers':[{'name':'a'},{'name':'b'}]},'status':{'phase':'Running',"
                                + "'containerStatuses':[{'ready':true,'restartCount':2,'state':{'running':{}},'lastState':{"
                                + "'terminated':{'finishedAt':'2026-01-01T23:59:00Z'}}},{'ready':false,'restartCount':0,"
                                + "'state':{'waiting':{'reason':'ImagePullBackOff'}}}]}}"))
                .isEqualTo(JsonText.read("[\"p\",\"1/2\",\"ImagePullBackOff\",\"2 (60s ago)\",\"24h\",\"<none>\",\"n\","
                        + "\"<none>\",\"<none>\"]"));
    }

    @Test
    void aKindThatNobodyThoughtOfShowsWhenItWasMade() {
        assertThat(cells("limitranges", "{'metadata':{'name':'l','creationTimestamp':'2026-01-01T00:00:00Z'}}"))
                .isEqualTo(JsonText.read("[\"l\",\"2026-01-01T00:00:00Z\"]"));
    }

    @Test
    void customResourcesBringTheirColumnsAlong() {
        JsonArray given = (JsonArray) JsonText.read("""
                [{"name":"Ready","type":"string","jsonPath":".status.conditions[?(@.type==\\"Ready\\")].status"},
                 {"name":"Size","type":"integer","jsonPath":".spec.size"},
                 {"name":"Made","type":"date","jsonPath":".metadata.creationTimestamp"},
                 {"name":"First","type":"string","jsonPath":".spec['a.b'][0]"},
                 {"name":"None","type":"boolean","jsonPath":".spec.missing"}]""");
        JsonObject object =
                parse("{'metadata':{'name':'w','creationTimestamp':'2026-01-01T23:58:00Z'},'spec':{'size':3,"
                        + "'a.b':['x','y']},'status':{'conditions':[{'type':'Other','status':'False'},{'type':'Ready',"
                        + "'status':'True'}]}}");

        List<String> cells = CustomColumns.of(given).stream()
                .map(column -> column.cell().of(object, ages).toString())
                .toList();

        assertThat(cells).containsExactly("\"w\"", "\"True\"", "3", "\"2m\"", "\"x\"", "null");
    }

    @ParameterizedTest
    @CsvSource({
        "-5, <invalid>",
        "-1, 0s",
        "0, 0s",
        "119, 119s",
        "120, 2m",
        "190, 3m10s",
        "600, 10m",
        "10799, 179m",
        "10800, 3h",
        "14460, 4h1m",
        "90000, 25h",
        "180000, 2d2h",
        "700000, 8d",
        "63072000, 2y",
        "70000000, 2y80d",
        "300000000, 9y"
    })
    void agesHaveTheFiguresThatMatter(long seconds, String text) {
        assertThat(HumanDuration.text(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    private JsonArray cells(String plural, String object) {
        return tables.table(
                        new ResourceType("", "v1", plural, "", true),
                        "meta.k8s.io/v1",
                        JsonObject.EMPTY,
                        List.of(parse(object)),
                        Tables.Include.NONE,
                        true)
                .array("rows")
                .object(0)
                .array("cells");
    }

    private static JsonObject parse(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
