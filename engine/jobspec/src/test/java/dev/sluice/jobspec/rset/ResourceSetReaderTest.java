package dev.sluice.jobspec.rset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.set.Idset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceSetReaderTest {
    private static final String FULL = """
            {
              "version": 1,
              "execution": {
                "R_lite": [
                  {"rank": "0-1", "children": {"core": "0-7", "gpu": "0"}, "slots": {"cpu": {"count": 1}}},
                  {"rank": "2-3", "children": {"core": "0-3"}}
                ],
                "nodelist": ["host[0-1]", "other[7,9]"],
                "properties": {"fast": "0,2", "+queue": "3"},
                "nslots": 6,
                "starttime": 1790596800,
                "expiration": 1790598600.5
              },
              "scheduling": {"graph": {"nodes": [ {"id": "1"} ]}, "note": "a \\"b\\" }"}
            }
            """;

    @Test
    void allFieldsAreRead() {
        ResourceSet set = ResourceSetReader.read(FULL, "R");

        assertThat(set.ranks().encode()).isEqualTo("0-3");
        assertThat(set.count("core")).isEqualTo(24);
        assertThat(set.count("gpu")).isEqualTo(2);
        assertThat(set.entries().getFirst().children())
                .containsExactly(Map.entry("core", Idset.parse("0-7")), Map.entry("gpu", Idset.parse("0")));
        assertThat(set.nodelist().hosts()).containsExactly("host0", "host1", "other7", "other9");
        assertThat(set.properties())
                .containsExactly(Map.entry("fast", Idset.parse("0,2")), Map.entry("+queue", Idset.parse("3")));
        assertThat(set.slots()).hasValue(6);
        assertThat(set.validity()).isEqualTo(new ResourceSet.Validity(1790596800, 1790598600.5));
        assertThat(set.scheduling())
                .contains("{\"graph\": {\"nodes\": [ {\"id\": \"1\"} ]}, \"note\": \"a \\\"b\\\" }\"}");
    }

    @Test
    void writtenSetsReadBackUnchanged() {
        ResourceSet set = ResourceSetReader.read(FULL, "R");

        String json = ResourceSetWriter.toJson(set);

        assertThat(ResourceSetReader.read(json, "R")).isEqualTo(set);
        assertThat(json)
                .startsWith(
                        "{\"version\":1,\"execution\":{\"R_lite\":[{\"rank\":\"0-1\",\"children\":{\"core\":\"0-7\","
                                + "\"gpu\":\"0\"}},{\"rank\":\"2-3\",\"children\":{\"core\":\"0-3\"}}],"
                                + "\"nodelist\":[\"host[0-1],other[7,9]\"],\"properties\":{\"fast\":\"0,2\",\"+queue\":\"3\"},"
                                + "\"nslots\":6,\"starttime\":1790596800,\"expiration\":1.7905986005E9},\"scheduling\":{");
    }

    @Test
    void onlyRequiredKeysAreNeeded() {
        ResourceSet set = ResourceSetReader.read("{\"version\":1,\"execution\":{\"R_lite\":[]}}", "R");

        assertThat(set.ranks()).isEqualTo(Idset.EMPTY);
        assertThat(set.validity()).isEqualTo(ResourceSet.Validity.ALWAYS);
        assertThat(set.scheduling()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "2 | {} | R:1:12: version: must be an integer from 1 to 1 (2)",
                "1 | {} | R:1:26: execution: key (R_lite) is missing",
                "1 | {\"R_lite\":[{\"rank\":\"-1\",\"children\":{}}]} | execution.R_lite[0].rank: idset (-1): unexpected",
                "1 | {\"R_lite\":[{\"rank\":\"\",\"children\":{}}]} | execution.R_lite[0]: rank is empty",
                "1 | {\"R_lite\":[{\"rank\":\"0\"}]} | execution.R_lite[0]: key (children) is missing",
                "1 | {\"R_lite\":[{\"rank\":\"0-1\",\"children\":{}}],\"nodelist\":[\"a\"]} | nodelist names (1) hosts for (2)",
                "1 | {\"R_lite\":[],\"nodelist\":[\"a[\"]} | execution.nodelist[0]: hostlist (a[)",
                "1 | {\"R_lite\":[],\"starttime\":5,\"expiration\":4} | expiration (4.0) does not come after starttime (5.0)",
                "1 | {\"R_lite\":[],\"starttime\":-5} | is no time since 1970",
                "1 | {\"R_lite\":[],\"nslots\":0} | execution.nslots: must be an integer from 1 to",
                "1 | {\"R_lite\":[] | not JSON",
                "1 | {\"R_lite\":[],\"R_lite\":[]} | key that was there before (R_lite)"
            })
    void errorsNameTheirPosition(String version, String execution, String message) {
        assertThatThrownBy(() ->
                        ResourceSetReader.read("{\"version\":" + version + ",\"execution\":" + execution + "}", "R"))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining(message);
    }

    @Test
    void hostileJsonIsRefused() {
        assertRefused("[".repeat(1_000_000));
        assertRefused("{\"a\":".repeat(1_000_000));
        assertRefused("{\"scheduling\":" + "[".repeat(1_000_000));
        assertRefused("{\"version\":" + "9".repeat(1_000_000) + "}");
        assertRefused("{\"version\":1}{}");
        assertRefused("{\"version\":NaN}");
        assertRefused("");
        assertRefused("null");
    }

    private static void assertRefused(String json) {
        assertThatThrownBy(() -> ResourceSetReader.read(json, "R"))
                .isInstanceOf(JobspecException.class)
                .hasMessageStartingWith("R:");
    }
}
