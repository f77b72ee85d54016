package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionsTest {
    private final Completions completions = session().completions();

    @Test
    void theFirstWordIsACommand() {
        assertThat(of("m")).containsExactly("match", "multi-match");
        assertThat(of("")).contains("match", "help", "quit");
        assertThat(of("x")).isEmpty();
    }

    @Test
    void theNextWordsDependOnTheCommand() {
        assertThat(of("match", "allocate_")).containsExactly("allocate_with_satisfiability", "allocate_orelse_reserve");
        assertThat(of("m", "sat")).containsExactly("satisfiability");
        assertThat(of("help", "set")).containsExactly("set-property", "set-status");
        assertThat(of("set-status", "/cluster0", "d")).containsExactly("down");
        assertThat(of("find", "status=up", "and", "status=d")).containsExactly("status=down");
        assertThat(of("cancel", "1", "")).containsExactly("stats");
        assertThat(of("list", "")).isEmpty();
        assertThat(of("fly", "")).isEmpty();
    }

    @Test
    void verticesAreOfferedLevelByLevel() {
        assertThat(of("get-status", "/")).containsExactly("/cluster0", "/cluster0/");
        assertThat(of("get-status", "/cluster0/n")).containsExactly("/cluster0/node0", "/cluster0/node0/");
        assertThat(of("get-status", "/cluster0/node0/core1")).containsExactly("/cluster0/node0/core1");
        assertThat(of("get-status", "/nowhere/x")).isEmpty();
    }

    @Test
    void filesAreOfferedWithTheirFolders(@TempDir Path folder) throws IOException {
        Files.createFile(folder.resolve("job1.yaml"));
        Files.createDirectory(folder.resolve("jobs"));
        Files.createFile(folder.resolve(".hidden"));

        assertThat(of("match", "allocate", folder + "/")).containsExactly(folder + "/job1.yaml", folder + "/jobs/");
        assertThat(of("cat", folder + "/jobs")).containsExactly(folder + "/jobs/");
        assertThat(of("cat", folder + "/.h")).containsExactly(folder + "/.hidden");
        assertThat(of("cat", folder + "/none/")).isEmpty();
    }

    private List<String> of(String... words) {
        return completions.of(List.of(words));
    }

    private static Session session() {
        ResourceQueryOptions options = new ResourceQueryOptions(
                new ResourceQueryOptions.Source("tiny.graphml", "grug", "CA"),
                new ResourceQueryOptions.Matching(
                        "low", "simple", ResourceQueryOptions.DEFAULT_PRUNE_FILTERS, "simple"),
                false);
        return new Session(
                options,
                FilesInMemory.of("tiny.graphml", TinyMachine.GRUG),
                new Outlets(_ -> {}, _ -> {}, _ -> {}),
                () -> 0);
    }
}
