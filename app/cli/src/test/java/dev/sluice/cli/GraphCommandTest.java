package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphCommandTest {

    @TempDir
    Path folder;

    @Test
    void aTreeHasCountsTotalsAndUnits() throws IOException {
        Terminal terminal = show(grug(10_000));

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out()).isEqualTo("""
                big0                 1 × cluster
                └── node[0-9999]     10000 × node
                    ├── core[0-3]    4 × core each, 40000 in all
                    └── memory[0-1]  2 × memory of 8 GB each, 20000 in all

                cluster      1              ░ 1 of 1 free
                node     10000              ░░░░░░░░░░░░░░░░░░░░ 10000 of 10000 free
                core     40000              ░░░░░░░░░░░░░░░░░░░░ 40000 of 40000 free
                memory   20000 = 160000 GB  ░░░░░░░░░░░░░░░░░░░░ 20000 of 20000 free
                """);
    }

    @Test
    void downVerticesAreCountedAndNamed() throws IOException {
        String out = show(jgf()).out();

        assertThat(out)
                .contains("node[0-2]", "3 × node  ░░▒ 2 of 3 free, 1 down: node1")
                .contains("node     3  ░░▒ 2 of 3 free, 1 down");
    }

    @Test
    void aResourceSetIsKnownByItsContent() throws IOException {
        String out = show(rv1()).out();

        assertThat(out).contains("host[1-2]", "2 × node", "core[0-3]").doesNotContain("down");
    }

    @ParameterizedTest
    @CsvSource({"grug, jgf", "jgf, grug", "jgf, rv1exec"})
    void aWrongFormatIsAnErrorThatNamesTheFile(String is, String said) throws IOException {
        Path file = is.equals("grug") ? grug(2) : jgf();

        Terminal terminal = Terminal.run("graph", "show", "-f", said, file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).startsWith("sluice: " + file + ":");
    }

    @Test
    void depthLimitsTheTreeButNotTheTotals() throws IOException {
        String out = show(grug(2), "--depth", "1").out();

        assertThat(out).contains("node[0-1]", "(1 more level)", "memory").doesNotContain("core[0-3]");
        assertThat(show(grug(2), "--depth=-1").err()).contains("--depth (-1) must be 0 or more");
    }

    @Test
    void jsonHasNestedGroups() throws IOException {
        String out = show(grug(2), "-o", "json").out();

        assertThat(out.replaceAll("\\s+", ""))
                .contains("\"format\":\"grug\"")
                .contains(
                        "{\"type\":\"memory\",\"unit\":\"GB\",\"count\":4,\"amount\":32,\"up\":4,\"used\":0,\"free\":4}")
                .contains("\"names\":\"core[0-3]\",\"type\":\"core\",\"unit\":\"\",\"size\":1,\"count\":4,\"total\":8");
    }

    @Test
    void afterAScriptTheBarsShowWhatIsUsed() throws IOException {
        write("job.yaml", """
                version: 9999
                resources:
                - {type: slot, count: 1, label: task, with: [{type: core, count: 2}, {type: memory, count: 1}]}
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 60}}
                """);
        String match = "match allocate " + folder.resolve("job.yaml") + "\n";
        Path script = write("jobs.in", match + match + match + "set-status /big0/node3 down\nquit\n" + match);

        Terminal text = show(grug(4), "--after", script.toString(), "--policy", "low");

        assertThat(text.err()).isEmpty();
        assertThat(text.out()).endsWith("""
                cluster   1          █ 0 of 1 free
                node      4          ███▒ 0 of 4 free, 1 down
                core     16          ██████░░░░░░▒▒▒▒ 6 of 16 free, 4 down
                memory    8 = 64 GB  ███░░░▒▒ 3 of 8 free, 2 down
                """);
        assertThat(show(grug(4), "--after", script.toString(), "-o", "dot").out())
                .contains("fillcolor=khaki");
    }

    @Test
    void mistakesInTheScriptAreReported() throws IOException {
        Terminal terminal = show(
                grug(2),
                "--after",
                write("jobs.in", "match allocate none.yaml\n").toString());

        assertThat(terminal.err()).isEqualTo("ERROR: can't open none.yaml\n");
        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void dotHasEveryVertexAndEdge() throws IOException {
        String out = show(jgf(), "-o", "dot").out();

        assertThat(out)
                .startsWith("digraph")
                .contains("v0 [label=\"cluster0\"];", "v2 [label=\"node1 (down)\", color=red];", "v0 -> v2;");
    }

    @Test
    void dotOfALargeMachineIsRefusedWithARemedy() throws IOException {
        Terminal terminal = show(grug(5000), "-o", "dot");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err())
                .contains("-o dot draws at most 5000 vertices, and these are 35001; show fewer levels with --depth");
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void aFileThatIsNotAGraphIsRefused() throws IOException {
        assertThat(show(write("a.txt", "hello")).err()).contains("a.txt is neither XML", "sluice graph -f");
        assertThat(show(write("b.json", "{\"a\": [1")).err()).contains("b.json:1:9: not well-formed JSON");
        assertThat(show(write("c.json", "{\"a\": 1}")).err()).contains("c.json is neither XML");
        assertThat(show(folder.resolve("none")).err()).contains("none: there is no such file");
        assertThat(show(folder.resolve("none")).exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    }

    @Test
    void namesAndSizesMayBeOdd() throws IOException {
        String odd = Files.readString(jgf())
                .replace("\"id\": 0, \"status\"", "\"id\": 0, \"name\": \"a\\u001b[31m b\", \"status\"");
        String huge = Files.readString(jgf()).replace("\"status\"", "\"size\": 9223372036854775807, \"status\"");

        assertThat(show(write("odd.json", odd)).out())
                .contains("a?[31m b,node1,node2")
                .doesNotContain("\u001b");
        assertThat(show(write("huge.json", huge)).err()).contains("huge.json: the sizes");
    }

    @Test
    void withoutASubcommandTheUsageIsShown() {
        assertThat(Terminal.run("graph").out()).contains("Usage: sluice graph", "show");
        assertThat(Terminal.run("graph", "show", "--help").out()).contains("Examples:", "--depth");
    }

    private static Terminal show(Path file, String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "graph";
        arguments[1] = "show";
        System.arraycopy(options, 0, arguments, 2, options.length);
        arguments[arguments.length - 1] = file.toString();
        return Terminal.run(arguments);
    }

    private Path grug(int nodes) throws IOException {
        return write("machine.graphml", """
                <graphml>
                  <key id="root" attr.name="root"/><key id="type" attr.name="type"/>
                  <key id="basename" attr.name="basename"/><key id="size" attr.name="size"/>
                  <key id="unit" attr.name="unit"/><key id="multi_scale" attr.name="multi_scale"/>
                  <graph>
                    <node id="c"><data key="root">1</data><data key="type">cluster</data><data key="basename">big</data></node>
                    <node id="n"><data key="type">node</data></node>
                    <node id="k"><data key="type">core</data></node>
                    <node id="m"><data key="type">memory</data><data key="size">8</data><data key="unit">GB</data></node>
                    <edge source="c" target="n"><data key="multi_scale">%d</data></edge>
                    <edge source="n" target="k"><data key="multi_scale">4</data></edge>
                    <edge source="n" target="m"><data key="multi_scale">2</data></edge>
                  </graph>
                </graphml>
                """.formatted(nodes));
    }

    /// Three nodes, of which the second is down.
    private Path jgf() throws IOException {
        StringBuilder nodes = new StringBuilder();
        StringBuilder edges = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            nodes.append("""
                    , {"id": "%d", "metadata": {"type": "node", "id": %d, "status": %d,
                     "paths": {"containment": "/cluster0/node%d"}}}""".formatted(i + 1, i, i == 1 ? 1 : 0, i));
            edges.append(i == 0 ? "" : ",").append("{\"source\": \"0\", \"target\": \"%d\"}".formatted(i + 1));
        }
        return write("machine.json", """
                {"graph": {"nodes": [
                    {"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}}%s],
                  "edges": [%s]}}
                """.formatted(nodes, edges));
    }

    private Path rv1() throws IOException {
        return write("r.json", """
                {"version": 1, "execution": {"R_lite": [{"rank": "0-1", "children": {"core": "0-3"}}],
                 "nodelist": ["host[1-2]"], "starttime": 0, "expiration": 0}}
                """);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
