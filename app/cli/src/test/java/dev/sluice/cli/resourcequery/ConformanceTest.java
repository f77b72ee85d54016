package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Main;
import dev.sluice.cli.console.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceTest {
    private static final String HEADER = "id\tgraph\tload_format\tsubsystems\tpolicy\tprune\ttraverser\tformat\textra"
            + "\tcommands\texpected\tstderr\tvisits\ttitle\n";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeCases() throws IOException {
        write("tiny.graphml", TinyMachine.GRUG);
        write("core.yaml", TinyMachine.ONE_CORE);
        write("commands", "match allocate core.yaml\nquit\nmatch allocate core.yaml\n");
        write("right", TinyMachine.FIRST_CORE);
        write("wrong", TinyMachine.FIRST_CORE.replace("core0", "core1"));
        write("cases.tsv", HEADER + row("good-1", "right") + row("bad-1", "wrong"));
    }

    @Test
    void casesThatAllPassExitWithZero() {
        assertThat(conformance("--only", "good", folder.toString())).isEqualTo(ExitCode.OK);
        assertThat(out).hasToString("passed  good-1\n1 passed, 0 failed\n");
    }

    @Test
    void aCaseThatFailsExitsWithOneAndIsNamed() {
        assertThat(conformance(folder.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(out).hasToString("passed  good-1\nFAILED  bad-1  output differs\n1 passed, 1 failed\n");
    }

    @Test
    void aCaseThatCannotRunFails() throws IOException {
        write("recorded.tsv", HEADER + row("odd-1", "right").replace("tiny", "none"));

        assertThat(conformance("--only", "odd", folder.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).contains("FAILED  odd-1", "none.graphml");
    }

    @Test
    void optionsOfTheirOwnAreObeyed() throws IOException {
        write("stderr", "WARN: out of range specified for --reserve-vtx-vec: -1\n");
        String row = row("extra-1", "right").replace("\t-\tcommands", "\t-r -1 -e\tcommands");
        write("recorded.tsv", HEADER + row.replace("right\t-\t", "-\tstderr\t"));

        assertThat(conformance("--only", "extra", folder.toString())).isEqualTo(ExitCode.OK);
        assertThat(out).hasToString("passed  extra-1\n1 passed, 0 failed\n");
    }

    @Test
    void verdictsOnJobspecsAreCompared() throws IOException {
        write("broken.yaml", "version: 9999");
        write("validation.tsv", "file\tverdict\ncore.yaml\tvalid\nbroken.yaml\tinvalid\nbroken.yaml\tvalid\n");

        assertThat(conformance("--only", "b", folder.toString())).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString())
                .endsWith("passed  broken.yaml\nFAILED  broken.yaml  is refused\nvalidation: 1 passed, 1 failed\n");
    }

    @Test
    void aFolderWithoutCasesIsBadInput() {
        String missing = folder.resolve("none").toString();

        assertThat(conformance(missing)).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(err.toString()).contains(missing + " has neither cases.tsv nor recorded.tsv nor validation.tsv");
    }

    private int conformance(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "conformance";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Main.run(new PrintWriter(out), new PrintWriter(err), all);
    }

    private static String row(String id, String expected) {
        return id + "\ttiny.graphml\t-\tCA\tlow\t-\t-\t-\t-\tcommands\t" + expected + "\t-\tno\ta title\n";
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
