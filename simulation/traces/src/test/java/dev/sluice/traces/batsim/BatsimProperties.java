package dev.sluice.traces.batsim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class BatsimProperties {
    private static final String TEXT =
            BatsimTexts.withProfile("{\"type\": \"delay\", \"delay\": 7, \"x\": [1, \"é\"]}");

    @Property
    void writtenFilesReadBackEqual(@ForAll("workloads") BatsimWorkload workload) {
        String text = BatsimTexts.write(workload);

        assertThat(BatsimTexts.read(text)).isEqualTo(workload);
    }

    @Property
    void aWorkloadThatGoesThroughBatsimKeepsItsJobs(@ForAll("jobs") List<WorkloadJob> jobs) {
        Workload workload = new Workload(jobs, OptionalInt.of(64), OptionalLong.empty());

        Workload again = BatsimTexts.read(BatsimTexts.write(BatsimWorkload.of(workload)))
                .toWorkload(HostSpeed.ofFlops(1), Replays.UNREAD)
                .workload();

        assertThat(again.machineProcessors()).isEqualTo(workload.machineProcessors());
        assertThat(again.jobs()).zipSatisfy(workload.jobs(), (after, before) -> {
            assertThat(after.withEstimate(0).withLabels(before.labels())).isEqualTo(before.withEstimate(0));
            assertThat(after.labels().workload()).isEqualTo("w0");
            assertThat(after.hasEstimate()).isEqualTo(before.hasEstimate());
            assertThat(after.estimateSeconds() - before.estimateSeconds()).isBetween(0.0, 1.0);
        });
    }

    @Property
    void aDamagedTextIsReadOrRefusedProperly(@ForAll @IntRange(max = 400) int place, @ForAll byte value) {
        byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
        bytes[place % bytes.length] = value;

        assertThatCode(() -> BatsimTexts.read(bytes, Strictness.STRICT))
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isNull(),
                        thrown -> assertThat(thrown).isInstanceOf(TraceException.class));
    }

    @Provide
    Arbitrary<List<WorkloadJob>> jobs() {
        return Combinators.combine(
                        Arbitraries.doubles().between(0, 1e6),
                        Arbitraries.integers().between(0, 1000),
                        Arbitraries.integers().between(1, 64),
                        Arbitraries.integers().between(-1, 2000))
                .as((submit, run, processors, estimate) ->
                        WorkloadJob.of(1, submit, run, processors).withEstimate(estimate == 0 ? 1 : estimate))
                .list()
                .ofMaxSize(10)
                .map(BatsimProperties::numbered);
    }

    private static List<WorkloadJob> numbered(List<WorkloadJob> jobs) {
        List<WorkloadJob> numbered = new ArrayList<>();
        for (WorkloadJob job : jobs) {
            numbered.add(WorkloadJob.of(numbered.size() + 1L, job.submitSeconds(), job.runSeconds(), job.processors())
                    .withEstimate(job.estimateSeconds()));
        }
        return numbered;
    }

    @Provide
    Arbitrary<BatsimWorkload> workloads() {
        Arbitrary<Double> amount =
                Arbitraries.oneOf(Arbitraries.doubles().between(0, 1e15), Arbitraries.of(0.0, 1.0, 1e6));
        Arbitrary<String> text = Arbitraries.strings().ofMaxLength(8);
        Arbitrary<Work> work = Arbitraries.oneOf(
                amount.map(Work.Delay::new),
                amount.array(double[].class)
                        .ofSize(2)
                        .map(two -> new Work.Parallel(
                                ResourceVector.of(two), ResourceVector.of(two[0], two[1], two[1], two[0]))),
                Combinators.combine(amount, amount).as(Work.Homogeneous::new),
                Combinators.combine(amount, amount).as(Work.HomogeneousTotal::new),
                Arbitraries.integers().between(0, 9).map(repeat -> new Work.Sequence(List.of("base", "base"), repeat)),
                Combinators.combine(amount, amount, text).as(Work.FileSystem::new),
                Combinators.combine(amount, text, text).as(Work.DataStaging::new),
                text.map(Work.Smpi::new),
                text.map(Work.UsageTrace::new),
                amount.map(sleep -> new Work.Send("{\"a\":[1]}", sleep)),
                Combinators.combine(text, text, text, amount, amount).as(Work.Receive::new));
        Arbitrary<BatsimProfile> profile = Combinators.combine(work, Arbitraries.integers(), text)
                .as((what, ret, other) ->
                        new BatsimProfile("", what, ret, Map.of("more", "\"" + other.length() + "\"")));
        return Combinators.combine(
                        profile.list().ofMaxSize(5),
                        amount,
                        Arbitraries.integers().between(1, 1000))
                .as((profiles, submit, size) -> workload(profiles, submit % 1e9, size));
    }

    private static BatsimWorkload workload(List<BatsimProfile> drawn, double submit, int size) {
        Map<String, BatsimProfile> profiles = new LinkedHashMap<>();
        List<BatsimJob> jobs = new ArrayList<>();
        for (BatsimProfile profile : drawn) {
            String name = "p" + profiles.size();
            profiles.put(name, new BatsimProfile(name, profile.work(), profile.returnCode(), profile.others()));
            jobs.add(new BatsimJob("job " + name, submit, size, name, size % 2 == 0 ? size : -1, profile.others()));
        }
        profiles.put("base", BatsimProfile.of("base", new Work.Delay(1)));
        return new BatsimWorkload(size, jobs, profiles, LeftOut.NOTHING);
    }
}
