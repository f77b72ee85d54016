package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.console.BadInput;
import org.junit.jupiter.api.Test;

class SessionTest {
    /// A jobspec that cannot be read fits nowhere, and takes no job id.
    private static final String NO_MATCH = """
            INFO: =============================
            INFO: No matching resources found
            INFO: JOBID=1
            INFO: =============================
            """;

    private final FilesInMemory files = FilesInMemory.of(
            "tiny.graphml",
            TinyMachine.GRUG,
            "core.yaml",
            TinyMachine.ONE_CORE,
            "three.yaml",
            TinyMachine.ONE_CORE.replace("core, count: 1", "core, count: 3"),
            "pony.yaml",
            TinyMachine.ONE_CORE.replace("core", "pony"),
            "broken.yaml",
            "version: 9999");
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder notes = new StringBuilder();
    private final StringBuilder err = new StringBuilder();

    @Test
    void aJobIsPlacedAndPrintedAsInFluxSched() {
        run("match allocate core.yaml");

        assertThat(out).hasToString(TinyMachine.FIRST_CORE);
        assertThat(err).isEmpty();
    }

    @Test
    void whatIsTakenIsFreeAgainAfterCancelling() {
        run("m allocate core.yaml", "m allocate core.yaml", "m allocate core.yaml", "cancel 1", "m allocate core.yaml");

        assertThat(out.toString())
                .containsSubsequence("JOBID=1", "JOBID=2", "No matching resources found", "JOBID=3", "JOBID=4", "Now");
    }

    @Test
    void whatDoesNotFitNowIsReservedForLater() {
        run("m allocate core.yaml", "m allocate core.yaml", "m allocate_orelse_reserve core.yaml");

        assertThat(out.toString()).endsWith("""
                INFO: JOBID=3
                INFO: RESOURCES=RESERVED
                INFO: SCHEDULED AT=60
                INFO: =============================
                """);
    }

    @Test
    void whatNeverFitsIsUnsatisfiable() {
        run("match satisfiability core.yaml", "match satisfiability three.yaml");

        assertThat(out.toString()).containsSubsequence("INFO: Satisfiable request", "INFO: Unsatisfiable request");
    }

    @Test
    void whatIsDownIsNotGivenAway() {
        run(
                "set-status /cluster0/node0/core0 down",
                "get-status /cluster0/node0/core0",
                "match allocate core.yaml",
                "find status=down");

        assertThat(out.toString()).contains("/cluster0/node0/core0 is down\n", "core1[1:x]");
    }

    @Test
    void propertiesAreRemembered() {
        run("set-property /cluster0/node0 colour=red", "get-property /cluster0/node0", "get-property /cluster0/node9");

        assertThat(out).hasToString("colour=red\nCould not find path /cluster0/node9 in resource graph.\n");
    }

    @Test
    void mistakesAreToldAndTheSessionGoesOn() {
        run(
                "match allocate",
                "match allocate none.yaml",
                "match allocate pony.yaml",
                "match allocate broken.yaml",
                "match best core.yaml",
                "cancel",
                "cancel x",
                "cancel 7",
                "# a comment",
                "",
                "match allocate core.yaml");

        assertThat(err.toString())
                .containsSubsequence(
                        "ERROR: malformed command\n",
                        "ERROR: can't open none.yaml\n",
                        "must be a resource type known to fluxion",
                        "broken.yaml",
                        "ERROR: unknown subcmd best\n",
                        "ERROR: malformed command\n",
                        "cancel: ERROR: nonexistent job 0\n",
                        "cancel: ERROR: nonexistent job 7\n");
        assertThat(out).hasToString(NO_MATCH + NO_MATCH + TinyMachine.FIRST_CORE);
    }

    @Test
    void quitEndsTheSession() {
        assertThat(session("low", "simple").execute("match allocate core.yaml")).isTrue();
        assertThat(session("low", "simple").execute("quit")).isFalse();
    }

    @Test
    void unknownPoliciesAndFormatsAreRefused() {
        assertThatThrownBy(() -> session("best", "simple"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("--match-policy (best)");
        assertThatThrownBy(() -> session("low", "prose"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("--match-format (prose)");
    }

    @Test
    void aFilterWithoutAColonIsRefused() {
        assertThatThrownBy(() -> session("low", "simple", "ALL:core,node"))
                .isInstanceOf(BadInput.class)
                .hasMessage("--prune-filters: (node) is not a pair such as ALL:core");
    }

    private void run(String... lines) {
        Session session = session("low", "simple");
        for (String line : lines) {
            assertThat(session.execute(line)).isTrue();
        }
    }

    private Session session(String policy, String format) {
        return session(policy, format, ResourceQueryOptions.DEFAULT_PRUNE_FILTERS);
    }

    private Session session(String policy, String format, String filters) {
        ResourceQueryOptions options = new ResourceQueryOptions(
                new ResourceQueryOptions.Source("tiny.graphml", "grug", "CA"),
                new ResourceQueryOptions.Matching(policy, format, filters, "simple"),
                false);
        return new Session(options, files, new Outlets(out::append, notes::append, err::append), () -> 0);
    }
}
