package dev.sluice.jobspec.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.Toleration;
import dev.sluice.jobspec.pod.TopologySpread;
import dev.sluice.jobspec.pod.WhenUnsatisfiable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectivesReaderTest {
    @Test
    void tolerationsAreReadAsInAPodSpec() {
        String text = """
                tolerations:
                - {key: gpu, value: a100, effect: NoSchedule}
                - {key: old, operator: Exists}
                - {operator: Exists, effect: NoExecute}
                """;

        assertThat(read(text).tolerations())
                .isEqualTo(List.of(
                        new Toleration(
                                Optional.of("gpu"),
                                Toleration.Operator.EQUAL,
                                "a100",
                                Optional.of(TaintEffect.NO_SCHEDULE)),
                        new Toleration(Optional.of("old"), Toleration.Operator.EXISTS, "", Optional.empty()),
                        new Toleration(
                                Optional.empty(),
                                Toleration.Operator.EXISTS,
                                "",
                                Optional.of(TaintEffect.NO_EXECUTE))));
    }

    @Test
    void portsAndTopologyHaveDefaults() {
        String text = """
                hostPorts: [{hostPort: 80}, {hostPort: 53, protocol: UDP, hostIP: 10.0.0.1}, {hostPort: 53, hostIP: "::1"}]
                colocation: {topologyKey: rack}
                topologySpread: {topologyKey: example.com/zone, maxSkew: 2, whenUnsatisfiable: DoNotSchedule, existing: {b: 1, a: 0}}
                """;

        assertThat(read(text))
                .isEqualTo(SchedulingDirectives.NONE
                        .withHostPorts(
                                HostPort.tcp(80),
                                new HostPort(HostPort.Protocol.UDP, "10.0.0.1", 53),
                                new HostPort(HostPort.Protocol.TCP, "::1", 53))
                        .withColocation(new Colocation("rack", WhenUnsatisfiable.DO_NOT_SCHEDULE))
                        .withTopologySpread(new TopologySpread("example.com/zone", 2, Map.of("a", 0L, "b", 1L))));
    }

    @Test
    void podsMustLieOnOneNodeEach() {
        String jobspec = """
                version: 9999
                resources: [%s]
                tasks: [{command: [app], slot: a, count: {per_slot: 1}}]
                attributes: {system: {scheduling-directives: {hostPorts: [{hostPort: 80}]}}}
                """;
        String slot = "{type: slot, count: 2, label: a, with: [{type: %s, count: %d}]}";
        String node = "{type: node, count: 2}";

        assertThat(jobspec(jobspec.formatted(slot.formatted("node", 1))).resources())
                .hasSize(1);
        assertThat(jobspec(jobspec.formatted(slot.formatted("core", 2))).resources())
                .hasSize(1);
        assertThatThrownBy(() -> jobspec(jobspec.formatted(slot.formatted("node", 2))))
                .hasMessage("job.yaml:4:13: attributes: hostPorts and topologySpread need a node or a slot on one node"
                        + " as the outermost resource, not this slot");
        assertThatThrownBy(() -> jobspec(jobspec.formatted("{type: rack, count: 1, with: [" + node + "]}")))
                .hasMessageEndingWith("as the outermost resource, not this rack");
        assertThatThrownBy(() -> jobspec(jobspec.formatted(node + ", {type: licence, count: 1}")))
                .hasMessage("job.yaml:4:13: attributes: hostPorts and topologySpread need exactly one outermost"
                        + " resource, there are (2)");
    }

    private static Jobspec jobspec(String text) {
        return JobspecReader.read(text, "job.yaml", Dialect.RFC);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [] | must be a mapping (a list of 0)
            {toleration: []} | toleration: unknown key (toleration). Maybe tolerations?
            {tolerations: {}} | tolerations: must be a list (a mapping of 0)
            {tolerations: [{key: a, operator: In}]} | tolerations[0].operator: must be one of Equal, Exists (In)
            {tolerations: [{key: a, effect: Never}]} | tolerations[0].effect: must be one of NoSchedule, PreferNoSchedule, NoExecute (Never)
            {tolerations: [{value: a}]} | tolerations[0]: operator (Equal) without a key must be Exists
            {hostPorts: [{}]} | hostPorts[0]: key (hostPort) is missing
            {hostPorts: [{hostPort: 0}]} | hostPorts[0].hostPort: must be an integer from 1 to 65535 (0)
            {hostPorts: [{hostPort: 65536}]} | hostPorts[0].hostPort: must be an integer from 1 to 65535 (65536)
            {hostPorts: [{hostPort: 1, protocol: tcp}]} | hostPorts[0].protocol: must be one of TCP, UDP, SCTP (tcp)
            {hostPorts: [{hostPort: 1, hostIP: host}]} | hostPorts[0]: hostIP (host) must be an IP address
            {hostPorts: [{hostPort: 1, hostIP: 1.2.3.256}]} | hostPorts[0]: hostIP (1.2.3.256) must be an IP address
            {hostPorts: [{hostPort: 1}, {hostPort: 1, hostIP: 10.0.0.1}]} | hostPorts (TCP 1) and (TCP 10.0.0.1:1) must not conflict
            {colocation: {}} | colocation: key (topologyKey) is missing
            {colocation: {topologyKey: a b}} | colocation: key (a b) must be a name
            {colocation: {topologyKey: a, whenUnsatisfiable: Never}} | colocation.whenUnsatisfiable: must be one of DoNotSchedule, ScheduleAnyway (Never)
            {topologySpread: {topologyKey: a}} | topologySpread: key (maxSkew) is missing
            {topologySpread: {topologyKey: a, maxSkew: 0}} | topologySpread.maxSkew: must be an integer from 1 to 2147483647 (0)
            {topologySpread: {topologyKey: a, maxSkew: 1, whenUnsatisfiable: ScheduleAnyway}} | topologySpread.whenUnsatisfiable: must be DoNotSchedule (ScheduleAnyway)
            {topologySpread: {topologyKey: a, maxSkew: 1, existing: {b: -1}}} | topologySpread.existing.b: must be an integer from 0 to 2147483647 (-1)
            {tolerations: [{key: a, operator: Exists, value: b}]} | tolerations[0]: value (b) of operator Exists must be empty
            """)
    void errorsNameFieldAndValueAndWhatIsAllowed(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining(message);
    }

    @Test
    void thereAreNotTooManyPorts() {
        String ports = IntStream.rangeClosed(1, 257)
                .mapToObj(port -> "{hostPort: " + port + "}")
                .collect(Collectors.joining(", "));

        assertThatThrownBy(() -> read("{hostPorts: [" + ports + "]}"))
                .hasMessageEndingWith("hostPorts (a list of 257) must be at most 256");
    }

    private static SchedulingDirectives read(String text) {
        return DirectivesReader.directives(Value.of(text, "pod.yaml"));
    }
}
