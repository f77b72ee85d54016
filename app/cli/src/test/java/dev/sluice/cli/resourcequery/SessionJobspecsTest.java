package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.traverser.JobspecVariants;
import dev.sluice.graph.traverser.Traverser;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionJobspecsTest {
    private final FilesInMemory files = FilesInMemory.of("job.yaml", TinyMachine.ONE_CORE);
    private final SessionJobspecs requests =
            new SessionJobspecs(files, Traverser.SIMPLE, new ResourceGraph(), Set.of());

    @Test
    void aFileIsReadAgainOnlyWhenItHasChanged() {
        JobspecVariants first = requests.in("job.yaml");
        JobspecVariants again = requests.in("job.yaml");
        files.texts().put("job.yaml", TinyMachine.ONE_CORE.replace("60", "61"));

        assertThat(again).isSameAs(first);
        assertThat(requests.in("job.yaml").jobspec().attributes().system().wholeSeconds())
                .isEqualTo(61);
    }

    @Test
    void aFileThatIsGoneIsNotRemembered() {
        requests.in("job.yaml");
        files.texts().remove("job.yaml");

        assertThatThrownBy(() -> requests.in("job.yaml")).isInstanceOf(BadInput.class);
    }

    @Test
    void typesThatTheGraphGetsLaterAreKnownThen() {
        files.texts().put("pony.yaml", TinyMachine.ONE_CORE.replace("core", "pony"));
        ResourceGraph stable = new ResourceGraph();
        stable.addVertex(new VertexKind("pony", "pony", "", 1), 0, 0, ResourceGraph.NO_RANK);

        assertThatThrownBy(() -> requests.in("pony.yaml"))
                .isInstanceOf(BadJobspec.class)
                .hasMessage("Value of \"type\" must be a resource type known to fluxion");
        requests.know(stable);
        assertThat(requests.in("pony.yaml").variants()).hasSize(1);
    }
}
