package dev.sluice.jobspec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Dependency;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.NullValue;
import dev.sluice.jobspec.Operator;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.SystemAttributes.Account;
import dev.sluice.jobspec.SystemAttributes.Launch;
import dev.sluice.jobspec.SystemAttributes.TimeLimits;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import dev.sluice.jobspec.explain.JobspecExplanation;
import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.FieldRequirement;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.SelectorOperator;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.Toleration;
import dev.sluice.jobspec.pod.TopologySpread;
import dev.sluice.jobspec.pod.WhenUnsatisfiable;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.validate.CanonicalRules;
import dev.sluice.jobspec.validate.JobspecV1;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class JobspecProperties {
    /// Whole jobspecs take long to generate.
    private static final int TRIES = 100;

    @Property(tries = TRIES)
    void jsonReadsBackAsTheSameJobspec(@ForAll("jobspecs") Jobspec jobspec) {
        assertThat(read(JobspecWriter.toJson(jobspec))).isEqualTo(jobspec);
    }

    @Property(tries = TRIES)
    void yamlReadsBackAsTheSameJobspec(@ForAll("jobspecs") Jobspec jobspec) {
        assertThat(read(JobspecWriter.toYaml(jobspec))).isEqualTo(jobspec);
    }

    @Property(tries = TRIES)
    void jsonIsYaml(@ForAll("jobspecs") Jobspec jobspec) {
        // The line in front keeps the reader from taking it for JSON.
        assertThat(read("# YAML\n" + JobspecWriter.toJson(jobspec))).isEqualTo(jobspec);
    }

    @Property(tries = TRIES)
    void theCanonicalFormIsStable(@ForAll("jobspecs") Jobspec jobspec) {
        String yaml = JobspecWriter.toYaml(jobspec);

        assertThat(JobspecWriter.toYaml(read(yaml))).isEqualTo(yaml);
    }

    @Property(tries = TRIES)
    void everyJobspecCanBeExplainedAndChecked(@ForAll("jobspecs") Jobspec jobspec) {
        assertThat(JobspecExplanation.of(jobspec))
                .startsWith(jobspec.attributes().system().jobName().isPresent() ? "Job " : "Asks for");
        assertThat(JobspecV1.violations(jobspec)).doesNotContainNull();
        assertThat(CanonicalRules.violations(jobspec)).doesNotContainNull();
    }

    /// Damaged text gives a jobspec or a [JobspecException], nothing else.
    @Property(tries = TRIES)
    void damagedTextIsAJobspecOrRefused(
            @ForAll("jobspecs") Jobspec jobspec,
            @ForAll Dialect dialect,
            @ForAll boolean json,
            @ForAll @IntRange(max = 10_000) int at,
            @ForAll("texts") String damage,
            @ForAll @IntRange(max = 20) int lost) {
        String text = json ? JobspecWriter.toJson(jobspec) : JobspecWriter.toYaml(jobspec);
        int from = at % text.length();
        int to = Math.min(text.length(), from + lost);
        String damaged = text.substring(0, from) + damage + text.substring(to);

        try {
            assertThat(JobspecReader.read(damaged, "damaged", dialect).version())
                    .isPositive();
        } catch (JobspecException e) {
            assertThat(e).hasMessageStartingWith("damaged:" + e.line() + ":" + e.column() + ": ");
        }
    }

    private static Jobspec read(String text) {
        return JobspecReader.read(text, "written", Dialect.RFC);
    }

    // Random jobspecs that use everything the model can say.

    @Provide
    Arbitrary<Jobspec> jobspecs() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, Jobspec.MAX_VERSION),
                        resources(3).list().ofMinSize(1).ofMaxSize(3),
                        tasks().list().ofMinSize(1).ofMaxSize(2),
                        attributes())
                .as(Jobspec::new);
    }

    /// Words, strings that look like other types, and arbitrary characters.
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        "core", "node", "true", "null", "~", "", " ", "1", "0x1f", "1e3", ".5", "- a", "a: b", "#x",
                        "&a", "*a", "!t", "[", "{}", "yes", "é", "\u0000", "\u007f", "\u0085", "\u2028", "😀", "a\nb",
                        "\t", "\"", "\\", "'", "---", "%", "@", "`", "\ufeff", "<<", "=", "? a", "key\r"),
                Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(6),
                Arbitraries.strings().ofMaxLength(6));
    }

    private Arbitrary<String> names() {
        return texts().filter(text -> !text.isBlank());
    }

    private Arbitrary<Count> counts() {
        Arbitrary<Count> ranges = Combinators.combine(
                        Arbitraries.of(Operator.class),
                        Arbitraries.longs().between(2, 99),
                        Arbitraries.oneOf(Arbitraries.longs().between(0, 99), Arbitraries.just(-1L)),
                        Arbitraries.longs().between(2, 9))
                .as((operator, min, length, operand) ->
                        new Count.Range(min, length < 0 ? Count.UNLIMITED : min + length, operator, operand));
        Arbitrary<Count> sets = Arbitraries.longs()
                .between(1, 30)
                .set()
                .ofMinSize(2)
                .ofMaxSize(6)
                .map(ids -> Count.oneOf(
                        Idset.of(ids.stream().mapToLong(Long::longValue).toArray())))
                .filter(count -> !Count.parse(count.encode()).getClass().equals(Count.Range.class));
        return Arbitraries.oneOf(
                Arbitraries.longs().between(1, 1L << 40).map(Count::exactly),
                Arbitraries.longs().between(1, 99).map(Count::atLeast),
                ranges,
                sets);
    }

    private Arbitrary<ResourceRequest> resources(int levels) {
        Arbitrary<List<ResourceRequest>> none = Arbitraries.just(List.of());
        Arbitrary<List<ResourceRequest>> with = levels == 0
                ? none
                : Arbitraries.oneOf(
                        none,
                        Arbitraries.lazy(() -> resources(levels - 1).list().ofMaxSize(2)));
        return Combinators.combine(
                        Arbitraries.oneOf(Arbitraries.of("slot", "or_slot", "xor_slot"), names()),
                        counts(),
                        texts().optional(),
                        Arbitraries.of(true, false).optional(),
                        texts().optional(),
                        texts().optional(),
                        with)
                .as((type, count, unit, exclusive, label, id, children) -> new ResourceRequest(
                        type.contains("slot") && (label.isEmpty() || children.isEmpty()) ? "node" : type,
                        count,
                        unit,
                        exclusive,
                        label,
                        id,
                        children));
    }

    private Arbitrary<Task> tasks() {
        Arbitrary<Long> number = Arbitraries.longs().between(1, Integer.MAX_VALUE);
        Arbitrary<TaskCount> counts = Arbitraries.oneOf(
                number.map(TaskCount.PerSlot::new),
                number.map(TaskCount.Total::new),
                Combinators.combine(names(), number).as(TaskCount.PerResource::new));
        return Combinators.combine(
                        texts().list().ofMinSize(1).ofMaxSize(3), texts(), counts, freeForm(), texts().optional())
                .as(Task::new);
    }

    private Arbitrary<Map<String, Object>> freeForm() {
        Arbitrary<Object> scalars = Arbitraries.oneOf(
                texts().map(text -> (Object) text),
                Arbitraries.longs().map(number -> (Object) number),
                Arbitraries.bigIntegers()
                        .between(BigInteger.ONE.shiftLeft(64), BigInteger.ONE.shiftLeft(90))
                        .map(number -> (Object) number),
                Arbitraries.doubles().map(number -> (Object) number),
                Arbitraries.of(true, false).map(bool -> (Object) bool),
                Arbitraries.just(NullValue.NULL));
        Arbitrary<Object> lists = scalars.list().ofMaxSize(3).map(list -> (Object) list);
        Arbitrary<Object> deep =
                Arbitraries.oneOf(scalars, lists, lists.list().ofMaxSize(2).map(list -> (Object) list));
        Arbitrary<Object> maps = texts().flatMap(key -> deep.map(value -> (Object) Map.of(key, value)));
        Arbitrary<Object> values =
                Arbitraries.oneOf(deep, maps, maps.list().ofMaxSize(2).map(list -> (Object) list));
        return texts().list()
                .uniqueElements()
                .ofMaxSize(3)
                .flatMap(keys -> values.list().ofSize(keys.size()).map(each -> {
                    Map<String, Object> map = new LinkedHashMap<>();
                    for (int i = 0; i < keys.size(); i++) {
                        map.put(keys.get(i), each.get(i));
                    }
                    return map;
                }));
    }

    private Arbitrary<Attributes> attributes() {
        return Combinators.combine(system(), freeForm()).as(Attributes::new);
    }

    private Arbitrary<SystemAttributes> system() {
        Arbitrary<Double> seconds = Arbitraries.doubles().between(0, 1e9);
        Arbitrary<TimeLimits> times = Combinators.combine(seconds, seconds.optional())
                .as((duration, after) ->
                        new TimeLimits(duration, after.map(OptionalDouble::of).orElse(OptionalDouble.empty())));
        Arbitrary<Account> accounts = Combinators.combine(texts().optional(), texts().optional(), texts().optional())
                .as(Account::new);
        Arbitrary<Launch> launches = Combinators.combine(
                        texts().optional(),
                        texts().optional(),
                        Arbitraries.maps(texts(), texts().optional()).ofMaxSize(3))
                .as(Launch::new);
        Arbitrary<List<Dependency>> dependencies = Combinators.combine(names(), texts())
                .as((scheme, value) -> new Dependency(scheme, value, Map.of("weight", 1L)))
                .list()
                .ofMaxSize(2);
        Arbitrary<Map<String, Object>> others = freeForm();
        return Combinators.combine(
                        times, accounts, launches, dependencies, constraints(2).optional(), directives(), others)
                .as(SystemAttributes::new);
    }

    private Arbitrary<SchedulingDirectives> directives() {
        Arbitrary<Toleration> equal = Combinators.combine(
                        Arbitraries.of("gpu", "example.com/old"),
                        Arbitraries.of("", "a100", "7"),
                        Arbitraries.of(TaintEffect.class).optional())
                .as((key, value, effect) -> new Toleration(Optional.of(key), Toleration.Operator.EQUAL, value, effect));
        Arbitrary<Toleration> exists = Combinators.combine(
                        Arbitraries.of("gpu", "old").optional(),
                        Arbitraries.of(TaintEffect.class).optional())
                .as((key, effect) -> new Toleration(key, Toleration.Operator.EXISTS, "", effect));
        Arbitrary<Colocation> colocations = Combinators.combine(
                        Arbitraries.of("rack", "example.com/zone"), Arbitraries.of(WhenUnsatisfiable.class))
                .as(Colocation::new);
        return Combinators.combine(Arbitraries.oneOf(equal, exists).list().ofMaxSize(2), colocations.optional())
                .as((tolerations, colocation) ->
                        new SchedulingDirectives(tolerations, List.of(), colocation, Optional.empty()));
    }

    /// Directives that count pods, which not every request may have.
    private Arbitrary<SchedulingDirectives> podDirectives() {
        Arbitrary<HostPort> ports = Combinators.combine(
                        Arbitraries.of(HostPort.Protocol.class),
                        Arbitraries.of("0.0.0.0", "10.1.2.3", "::", "fe80::1"),
                        Arbitraries.integers().between(1, HostPort.PORT_MAX))
                .as(HostPort::new);
        Arbitrary<TopologySpread> spreads = Combinators.combine(
                        Arbitraries.of("rack", "zone"),
                        Arbitraries.integers().between(1, Integer.MAX_VALUE),
                        Arbitraries.maps(texts(), Arbitraries.longs().between(0, 99))
                                .ofMaxSize(2))
                .as(TopologySpread::new);
        return Combinators.combine(directives(), ports.list().ofMaxSize(1), spreads.optional())
                .as((some, taken, spread) ->
                        new SchedulingDirectives(some.tolerations(), taken, some.colocation(), spread));
    }

    @Property(tries = TRIES)
    void podDirectivesReadBackAsTheSame(@ForAll("podSpecs") Jobspec jobspec) {
        assertThat(read(JobspecWriter.toJson(jobspec))).isEqualTo(jobspec);
        assertThat(read(JobspecWriter.toYaml(jobspec))).isEqualTo(jobspec);
        assertThat(JobspecExplanation.of(jobspec)).startsWith("Asks for 2 slots (a).");
    }

    @Provide
    Arbitrary<Jobspec> podSpecs() {
        ResourceRequest slots =
                ResourceRequest.slot("a", Count.exactly(2), ResourceRequest.of("core", Count.exactly(1)));
        return podDirectives()
                .map(directives -> new Jobspec(
                        1,
                        List.of(slots),
                        List.of(Task.perSlot("a", 1, "app")),
                        new Attributes(SystemAttributes.NONE.withDirectives(directives), Map.of())));
    }

    private Arbitrary<NodeSelectorTerm> terms() {
        Arbitrary<String> keys = Arbitraries.of("zone", "example.com/gpu", "a_b.c", "7");
        Arbitrary<LabelRequirement> labels = Combinators.combine(
                        keys,
                        Arbitraries.of(SelectorOperator.class),
                        Arbitraries.of("a", "", "007", "x.y")
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(3),
                        Arbitraries.longs().between(0, Long.MAX_VALUE))
                .as((key, operator, values, number) -> new LabelRequirement(
                        key,
                        operator,
                        switch (operator) {
                            case IN, NOT_IN -> values;
                            case EXISTS, DOES_NOT_EXIST -> List.of();
                            case GT, LT -> List.of(Long.toString(number));
                        }));
        Arbitrary<FieldRequirement> fields = Combinators.combine(
                        Arbitraries.of(SelectorOperator.IN, SelectorOperator.NOT_IN), texts())
                .as((operator, value) -> new FieldRequirement(FieldRequirement.NAME, operator, value));
        return Combinators.combine(labels.list().ofMaxSize(2), fields.list().ofMaxSize(1))
                .as(NodeSelectorTerm::new);
    }

    private Arbitrary<Constraint> constraints(int levels) {
        Arbitrary<Constraint> leaves = Arbitraries.oneOf(
                Arbitraries.of("gpu", "^slow", "a=b", "+q").list().ofMaxSize(2).map(Constraint.Properties::new),
                Arbitraries.of("a[1-3]", "b01", "c,d[7,6]", "")
                        .map(text -> new Constraint.Hostlist(Hostlist.parse(text))),
                Arbitraries.of("0", "1-7,9", "").map(text -> new Constraint.Ranks(Idset.parse(text))),
                terms().list().ofMinSize(1).ofMaxSize(2).map(Constraint.NodeSelector::new));
        if (levels == 0) {
            return leaves;
        }
        Arbitrary<List<Constraint>> operands =
                Arbitraries.lazy(() -> constraints(levels - 1)).list().ofMaxSize(2);
        return Arbitraries.oneOf(
                leaves,
                operands.map(Constraint.Not::new),
                operands.map(Constraint.And::new),
                operands.map(Constraint.Or::new));
    }
}
