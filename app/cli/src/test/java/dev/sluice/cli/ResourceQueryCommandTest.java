package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceQueryCommandTest {

    @Test
    void aGraphIsNeeded() {
        Terminal terminal = Terminal.run("resource-query");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--load-file");
    }

    @Test
    void aMissingGraphIsNamed(@TempDir Path folder) {
        String file = folder.resolve("none.graphml").toString();

        Terminal terminal = Terminal.run("resource-query", "-L", file);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains(file + ": there is no such file");
    }

    @Test
    void unknownSubsystemsAreRefused() {
        Terminal terminal = Terminal.run("resource-query", "-L", "any.graphml", "-S", "XY");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--match-subsystems (XY)");
    }

    @Test
    void aScriptOnStandardInputIsRunUntilItsEnd(@TempDir Path folder) throws IOException {
        write(folder);

        Terminal terminal = withInput(
                "match allocate " + folder.resolve("job.yaml") + "\nfind status=down\n",
                "-L",
                folder.resolve("tiny.graphml").toString(),
                "-P",
                "low");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out())
                .startsWith("resource-query>       ---------core0[1:x]\n")
                .contains("resource-query> INFO: =============================\nINFO: EXPRESSION=\"status=down\"\n")
                .endsWith("resource-query> ");
    }

    @Test
    void resultsGoToTheirFileAndNotesDoNot(@TempDir Path folder) throws IOException {
        write(folder);

        Terminal terminal = withInput(
                "match allocate " + folder.resolve("job.yaml") + "\nlist\nquit\nlist\n",
                "-L",
                folder.resolve("tiny.graphml").toString(),
                "-t",
                folder.resolve("out").toString(),
                "-e",
                "-d");

        assertThat(terminal.out())
                .contains("INFO: Graph Load Time: ", "INFO: Vertex Count: 4\nINFO: Edge Count: 3\n", "INFO: ELAPSE=")
                .containsOnlyOnce("INFO: 1, ALLOCATED, 0, ")
                .doesNotContain("core1");
        assertThat(Files.readString(folder.resolve("out")))
                .startsWith("      ---------core1[1:x]\n")
                .endsWith("INFO: SCHEDULED AT=Now\nINFO: =============================\n");
    }

    @Test
    void theGraphIsWrittenAtTheEnd(@TempDir Path folder) throws IOException {
        write(folder);
        String base = folder.resolve("machine").toString();

        Terminal terminal =
                withInput("quit\n", "-L", folder.resolve("tiny.graphml").toString(), "-d", "-o", base);
        withInput("quit\n", "-L", folder.resolve("tiny.graphml").toString(), "-d", "-o", base, "-g", "graphml");

        assertThat(terminal.out()).isEqualTo("INFO: Write the target graph of the matcher...\n");
        assertThat(Files.readString(Path.of(base + ".dot"))).isEqualTo("""
                        digraph G {
                        0[label="cluster0"];
                        1[label="node0"];
                        2[label="core0"];
                        3[label="core1"];
                        0->1 [label="containment"];
                        1->2 [label="containment"];
                        1->3 [label="containment"];
                        }
                        """);
        assertThat(Files.readString(Path.of(base + ".graphml")))
                .contains("<data key=\"paths\">{containment=/cluster0/node0}</data>", "source=\"n1\" target=\"n3\"");
    }

    @Test
    void unknownFormatsTraversersAndSizesAreNamed() {
        assertThat(Terminal.run("resource-query", "-L", "any", "-g", "png").err())
                .contains("--graph-format (png)");
        assertThat(Terminal.run("resource-query", "-L", "any", "-T", "fast").err())
                .contains("--traverser (fast)");
        assertThat(Terminal.run("resource-query", "-L", "any", "-r", "2000001").err())
                .startsWith("WARN: out of range specified for --reserve-vtx-vec: 2000001\n");
    }

    private static void write(Path folder) throws IOException {
        Files.writeString(folder.resolve("tiny.graphml"), """
                <graphml>
                  <key id="root" attr.name="root"/><key id="type" attr.name="type"/>
                  <key id="multi_scale" attr.name="multi_scale"/>
                  <graph>
                    <node id="c"><data key="root">1</data><data key="type">cluster</data></node>
                    <node id="n"><data key="type">node</data></node>
                    <node id="k"><data key="type">core</data></node>
                    <edge source="c" target="n"/>
                    <edge source="n" target="k"><data key="multi_scale">2</data></edge>
                  </graph>
                </graphml>
                """);
        Files.writeString(folder.resolve("job.yaml"), """
                version: 9999
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 60}}
                """);
    }

    private static Terminal withInput(String script, String... options) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8)));
        try {
            return Terminal.run(Stream.concat(Stream.of("resource-query"), Stream.of(options))
                    .toArray(String[]::new));
        } finally {
            System.setIn(before);
        }
    }
}
