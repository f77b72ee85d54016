package dev.sluice.kube.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.Recorded;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SelectorTest {
    private static final FieldLabels POD = new FieldLabels() {
        private final FieldLabels names = FieldLabels.of(
                "metadata.name",
                "metadata.namespace",
                "spec.nodeName",
                "spec.restartPolicy",
                "spec.schedulerName",
                "spec.hostNetwork",
                "status.phase",
                "status.podIP",
                "status.nominatedNodeName");

        @Override
        public boolean has(String field) {
            return names.has(field);
        }

        @Override
        public String whenMissing(String field) {
            return field.equals("spec.hostNetwork") ? "false" : "";
        }
    };

    @TestFactory
    Stream<DynamicTest> labelsAreSelectedAsByTheRealServer() {
        return answersAsRecorded("select/labels.json", text -> LabelSelector.parse(text)::matches);
    }

    @TestFactory
    Stream<DynamicTest> fieldsAreSelectedAsByTheRealServer() {
        return answersAsRecorded("select/fields.json", text -> FieldSelector.parse(text, POD)::matches);
    }

    @TestFactory
    Stream<DynamicTest> whatIsReadIsWrittenSoThatItReadsTheSame() {
        return answersAsRecorded(
                "select/labels.json",
                text -> LabelSelector.parse(LabelSelector.parse(text).toString())::matches);
    }

    private static Stream<DynamicTest> answersAsRecorded(
            String file, Function<String, Predicate<JsonObject>> selector) {
        JsonObject recorded = Recorded.read(file);
        JsonObject objects = recorded.object("objects");
        return Recorded.cases(recorded).stream().map(one -> {
            String text = one.text("selector");
            return DynamicTest.dynamicTest("[" + text + "]", () -> {
                if (one.has("refused")) {
                    assertThatThrownBy(() -> selector.apply(text))
                            .isInstanceOfSatisfying(
                                    ApiException.class,
                                    e -> assertThat(e.reason()).isEqualTo("BadRequest"))
                            .hasMessage(one.text("refused"));
                } else {
                    Predicate<JsonObject> matches = selector.apply(text);
                    List<Json> selected = objects.names().stream()
                            .filter(name -> matches.test(objects.object(name)))
                            .sorted()
                            .map(Json::of)
                            .toList();
                    assertThat(selected).isEqualTo(one.array("selects").toList());
                }
            });
        });
    }

    @Test
    void aSelectorOfAnObjectHasLabelsAndExpressions() {
        LabelSelector selector = LabelSelector.of(object("""
                {"matchLabels": {"app": "web"}, "matchExpressions": [
                  {"key": "tier", "operator": "In", "values": ["b", "a"]},
                  {"key": "zone", "operator": "NotIn", "values": ["x"]},
                  {"key": "old", "operator": "DoesNotExist"},
                  {"key": "new", "operator": "Exists", "values": []}]}"""));

        assertThat(selector).hasToString("app=web,new,!old,tier in (a,b),zone notin (x)");
        assertThat(selector.matches(labels("app=web,tier=b,new="))).isTrue();
        assertThat(selector.matches(labels("app=web,tier=b,new=,zone=x"))).isFalse();
        assertThat(selector.matches(labels("app=web,tier=b"))).isFalse();
    }

    @Test
    void anEmptySelectorOfAnObjectSelectsEverythingAndAMissingOneNothing() {
        assertThat(LabelSelector.of(JsonObject.EMPTY).isEverything()).isTrue();
        assertThat(LabelSelector.EVERYTHING.matches(JsonObject.EMPTY)).isTrue();
        assertThat(LabelSelector.NOTHING.matches(JsonObject.EMPTY)).isFalse();
        assertThat(LabelSelector.NOTHING.isEverything()).isFalse();
    }

    @Test
    void invalidExpressionsAreRejected() {
        assertThatThrownBy(() -> expression("{\"key\": \"a\", \"operator\": \"In\"}"))
                .hasMessage("values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty");
        assertThatThrownBy(() -> expression("{\"key\": \"a\", \"operator\": \"Exists\", \"values\": [\"x\"]}"))
                .hasMessage("values: Invalid value: [\"x\"]: values set must be empty for exists and does not exist");
        assertThatThrownBy(() -> expression("{\"key\": \"a\", \"operator\": \"Gt\", \"values\": [\"1\"]}"))
                .hasMessage("\"Gt\" is not a valid label selector operator");
        assertThatThrownBy(() -> expression("{\"key\": \"/\", \"operator\": \"In\", \"values\": [\"-x\"]}"))
                .hasMessageStartingWith("[key: Invalid value: \"/\": prefix part must be non-empty; name part")
                .hasMessageContaining(", values[0][/]: Invalid value: \"-x\": a valid label");
    }

    @Test
    void aSingleEqualityIsAvailableForAnIndex() {
        LabelSelector.Equality web = new LabelSelector.Equality("app", "web");

        assertThat(LabelSelector.parse("app=web").equality()).contains(web);
        assertThat(LabelSelector.parse("app in (web)").equality()).contains(web);
        assertThat(LabelSelector.parse("app in (web,db)").equality()).isEmpty();
        assertThat(LabelSelector.parse("app!=web").equality()).isEmpty();
        assertThat(LabelSelector.parse("app=web,old").equality()).isEmpty();
        assertThat(LabelSelector.EVERYTHING.equality()).isEmpty();
    }

    @Test
    void aRequiredFieldValueIsAvailableForAnIndex() {
        FieldSelector selector = FieldSelector.parse("status.phase!=Failed,spec.nodeName=n1", POD);

        assertThat(selector.required("spec.nodeName")).contains("n1");
        assertThat(selector.required("status.phase")).isEmpty();
        assertThat(selector).hasToString("spec.nodeName=n1,status.phase!=Failed");
    }

    @Test
    void kindsHaveTheirOwnMessagesForUnsupportedFieldLabels() {
        assertThatThrownBy(() -> FieldSelector.parse("foo=b", FieldLabels.METADATA))
                .hasMessage("\"foo\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    }

    @Test
    void aFieldLabelMayDifferFromThePath() {
        FieldLabels labels = new FieldLabels() {
            @Override
            public boolean has(String field) {
                return true;
            }

            @Override
            public String path(String field) {
                return field.equals("spec.host") ? "spec.nodeName" : field;
            }
        };

        assertThat(FieldSelector.parse("spec.host=n1", labels).matches(object("{\"spec\": {\"nodeName\": \"n1\"}}")))
                .isTrue();
    }

    private static void expression(String json) {
        LabelSelector.of(object("{\"matchExpressions\": [" + json + "]}"));
    }

    private static JsonObject object(String json) {
        return (JsonObject) JsonText.read(json);
    }

    private static JsonObject labels(String text) {
        JsonObject labels = JsonObject.EMPTY;
        for (String label : text.split(",", -1)) {
            int equals = label.indexOf('=');
            labels = labels.with(label.substring(0, equals), new JsonString(label.substring(equals + 1)));
        }
        return labels;
    }
}
