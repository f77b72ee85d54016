package dev.sluice.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.parse.JobspecException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Rv1ExecReaderTest {

    @Test
    void eachRankIsANodeWithItsCoresAndGpus() {
        ResourceGraph graph = read("""
                {"version": 1, "execution": {
                  "R_lite": [{"rank": "0-1", "children": {"core": "0-1", "gpu": "0"}}],
                  "nodelist": ["tux[3-4]"]}}""");

        assertThat(paths(graph))
                .containsExactly(
                        "/cluster0",
                        "/cluster0/tux3",
                        "/cluster0/tux3/core0",
                        "/cluster0/tux3/core1",
                        "/cluster0/tux3/gpu0",
                        "/cluster0/tux4",
                        "/cluster0/tux4/core0",
                        "/cluster0/tux4/core1",
                        "/cluster0/tux4/gpu0");
        assertThat(graph.path(graph.root())).isEqualTo("/cluster0");
    }

    @Test
    void aHostsTrailingDigitsAreItsIdAndItsNameStaysAsWritten() {
        ResourceGraph graph = read("""
                {"version": 1, "execution": {
                  "R_lite": [{"rank": "0-2", "children": {"core": "0"}}],
                  "nodelist": ["tux007,login,n1a"]}}""");

        int padded = graph.findByPath("/cluster0/tux007").orElseThrow();
        assertThat(graph.id(padded)).isEqualTo(7);
        assertThat(graph.kind(padded).basename()).isEqualTo("tux");
        int unnumbered = graph.findByPath("/cluster0/login").orElseThrow();
        assertThat(graph.id(unnumbered)).isEqualTo(-1);
        assertThat(graph.findByPath("/cluster0/n1a")).isPresent();
    }

    @Test
    void hostsBelongToRanksInTheOrderOfTheRanks() {
        ResourceGraph graph = read("""
                {"version": 1, "execution": {
                  "R_lite": [{"rank": "4", "children": {"core": "0"}}, {"rank": "2", "children": {"core": "0-1"}}],
                  "nodelist": ["a,b"]}}""");

        int first = graph.findByPath("/cluster0/a").orElseThrow();
        assertThat(graph.rank(first)).isEqualTo(2);
        assertThat(graph.findByPath("/cluster0/a/core1")).isPresent();
        assertThat(graph.rank(graph.findByPath("/cluster0/b/core0").orElseThrow()))
                .isEqualTo(4);
    }

    @Test
    void withoutANodelistRanksNameTheNodes() {
        ResourceGraph graph = read("""
                {"version": 1, "execution": {"R_lite": [{"rank": "0,5", "children": {"core": "0"}}]}}""");

        assertThat(paths(graph)).contains("/cluster0/node0", "/cluster0/node5");
    }

    @Test
    void propertiesAreThoseOfTheRanksListed() {
        ResourceGraph graph = read("""
                {"version": 1, "execution": {
                  "R_lite": [{"rank": "0-2", "children": {"core": "0"}}],
                  "properties": {"fast": "1-2"}}}""");

        assertThat(graph.properties(graph.findByPath("/cluster0/node0").orElseThrow()))
                .isEmpty();
        assertThat(graph.properties(graph.findByPath("/cluster0/node2").orElseThrow()))
                .containsOnlyKeys("fast");
        assertThat(graph.properties(graph.findByPath("/cluster0/node2/core0").orElseThrow()))
                .isEmpty();
    }

    @Test
    void ranksListedTwiceAreRefused() {
        assertThatThrownBy(() -> read("""
                {"version": 1, "execution": {"R_lite": [
                  {"rank": "0-3", "children": {"core": "0"}},
                  {"rank": "3", "children": {"core": "1"}}]}}"""))
                .isInstanceOf(GraphException.class)
                .hasMessage("R.json: the rank (3) is listed twice");
    }

    @Test
    void idsetsOfBillionsAreRefused() {
        assertThatThrownBy(() -> read("""
                {"version": 1, "execution": {"R_lite": [{"rank": "0-99999", "children": {"core": "0-99999"}}]}}"""))
                .isInstanceOf(GraphException.class)
                .hasMessageStartingWith("R.json: ranks (0-99999) make more than");
    }

    @Test
    void ranksBeyondThirtyTwoBitsAreRefused() {
        assertThatThrownBy(() -> read("""
                {"version": 1, "execution": {"R_lite": [{"rank": "2147483648", "children": {"core": "0"}}]}}"""))
                .isInstanceOf(GraphException.class)
                .hasMessageStartingWith("R.json: ranks (2147483648)");
    }

    @Test
    void textThatIsNotAResourceSetIsRefused() {
        assertThatThrownBy(() -> read("{\"version\": 2}"))
                .isInstanceOf(JobspecException.class)
                .hasMessageStartingWith("R.json:1:");
    }

    private static ResourceGraph read(String text) {
        return Rv1ExecReader.read(text, "R.json");
    }

    private static List<String> paths(ResourceGraph graph) {
        return IntStream.range(0, graph.vertexCount()).mapToObj(graph::path).toList();
    }
}
