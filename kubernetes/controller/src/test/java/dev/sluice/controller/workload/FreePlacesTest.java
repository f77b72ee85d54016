package dev.sluice.controller.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.port.ObjectKey;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FreePlacesTest {
    private final FreePlaces places = new FreePlaces();
    private final Workload work = work(1);

    private static Workload work(long id) {
        Workload work =
                new Workload(id, new WorkloadRef(WorkloadRef.JOB, new ObjectKey("lab", "job" + id), "uid" + id));
        work.shapes.add(new PodShape(new TreeMap<>(), Optional.empty()));
        work.released = 1;
        return work;
    }

    @Test
    void aWorkloadIsFoundOnTheNodesWhereItsPlacesAreFree() {
        work.shape().slots.add("a", "/c/a");
        work.shape().slots.add("b", "/c/b");
        Workload other = work(2);
        other.shape().slots.add("b", "/c/b");
        places.note(work, false);
        places.note(other, false);
        assertThat(places.on("a")).containsExactly(work);
        assertThat(places.on("b")).containsExactly(work, other);

        work.shape().slots.take("a");
        places.note(work, false);
        assertThat(places.on("a")).isEmpty();
        assertThat(places.on("b")).containsExactly(work, other);
    }

    @Test
    void oneThatIsOverOrWaitsAgainIsNotFound() {
        work.shape().slots.add("a", "/c/a");
        places.note(work, false);
        places.note(work, true);
        assertThat(places.on("a")).isEmpty();

        places.note(work, false);
        assertThat(places.on("a")).containsExactly(work);
        work.clearAttempt();
        places.note(work, false);
        assertThat(places.on("a")).isEmpty();
    }
}
