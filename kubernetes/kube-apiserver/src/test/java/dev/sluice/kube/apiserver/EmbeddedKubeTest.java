package dev.sluice.kube.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.cel.AdmissionExpressions;
import dev.sluice.kube.apiserver.plugin.NamespaceLifecycle;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.schema.SchemaMergeRules;
import dev.sluice.kube.apiserver.store.ObjectStore;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EmbeddedKubeTest {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);
    private static final ResourceType CONFIG_MAPS = new ResourceType("", "v1", "configmaps", "ConfigMap", true);
    private static final ResourceType NODES = new ResourceType("", "v1", "nodes", "Node", false);
    private static final ResourceType NAMESPACES = NamespaceLifecycle.TYPE;
    private static final ResourceType JOBS = new ResourceType("batch", "v1", "jobs", "Job", true);
    private static final ResourceType RUNTIME_CLASSES =
            new ResourceType("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", false);
    private static final int REMEMBERED = 50;

    private final VirtualClock clock = new VirtualClock(1_800_000_000L * 1_000_000_000L);
    private final EmbeddedKube kube = new EmbeddedKube(
            new RequestContext(
                    new ObjectStore(REMEMBERED),
                    clock,
                    new Seeds(7).forActor("api server"),
                    new ResourceRegistry(Schema.kubernetes()),
                    new Strategies(AdmissionExpressions::error)::of),
            type -> SchemaMergeRules.of(Schema.kubernetes(), type));

    @BeforeEach
    void makeNamespace() {
        kube.create(NAMESPACES, "", named("default"), WriteOptions.PLAIN);
    }

    @Test
    void aNewObjectGetsWhatTheServerAloneSays() {
        JsonObject pod = kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN);

        assertThat(pod.text("metadata", "namespace")).isEqualTo("default");
        assertThat(KubeObjects.uid(pod)).hasSize(36);
        assertThat(pod.text("metadata", "creationTimestamp")).isEqualTo("2027-01-15T08:00:00Z");
        assertThat(pod.number(0, "metadata", "generation")).isEqualTo(1);
        assertThat(pod.text("status", "phase")).isEqualTo("Pending");
        assertThat(pod.text("spec", "schedulerName")).isEqualTo("default-scheduler");
        assertThat(pod.array("spec", "containers").object(0).text("imagePullPolicy"))
                .isEqualTo("IfNotPresent");
        assertThat(kube.get(PODS, new ObjectKey("default", "a"))).isEqualTo(pod);
    }

    @Test
    void aPodOfAnUnknownRuntimeClassIsRefused() {
        ApiException refusal = catchThrowableOfType(
                ApiException.class, () -> kube.create(PODS, "default", podOf("gvisor", ""), WriteOptions.PLAIN));

        assertThat(refusal.code()).isEqualTo(403);
        assertThat(refusal.getMessage()).contains("pod rejected: RuntimeClass \"gvisor\" not found");
    }

    @Test
    void aRuntimeClassAddsItsOverheadAndScheduling() {
        kube.create(
                RUNTIME_CLASSES,
                "",
                parse("{'metadata':{'name':'gvisor'},'handler':'runsc','overhead':{'podFixed':{'cpu':'250m'}},"
                        + "'scheduling':{'nodeSelector':{'sandbox':'yes'},"
                        + "'tolerations':[{'key':'sandbox','operator':'Exists'}]}}"),
                WriteOptions.PLAIN);

        JsonObject spec = kube.create(
                        PODS, "default", podOf("gvisor", "'nodeSelector':{'disk':'ssd'},"), WriteOptions.PLAIN)
                .object("spec");

        assertThat(spec.text("overhead", "cpu")).isEqualTo("250m");
        assertThat(spec.object("nodeSelector").texts())
                .containsOnly(Map.entry("disk", "ssd"), Map.entry("sandbox", "yes"));
        assertThat(spec.array("tolerations").toList()).contains(parse("{'key':'sandbox','operator':'Exists'}"));
        assertThat(refusalOf("'nodeSelector':{'sandbox':'no'},"))
                .contains(
                        "conflict: runtimeClass.scheduling.nodeSelector[sandbox] = yes; pod.spec.nodeSelector[sandbox] = no");
        assertThat(refusalOf("'overhead':{'cpu':'1'},"))
                .contains("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }

    private String refusalOf(String more) {
        return String.valueOf(catchThrowableOfType(
                        ApiException.class,
                        () -> kube.create(PODS, "default", podOf("gvisor", more), WriteOptions.PLAIN))
                .getMessage());
    }

    private static JsonObject podOf(String runtimeClass, String more) {
        return parse(
                "{'metadata':{'name':'sandboxed'},'spec':{%s'runtimeClassName':'%s','containers':[{'name':'c','image':'i'}]}}"
                        .formatted(more, runtimeClass));
    }

    @Test
    void aNameMayBeLeftToTheServer() {
        JsonObject unnamed = parse("{'metadata':{'generateName':'web-'},'data':{'a':'1'}}");

        String one = KubeObjects.name(kube.create(CONFIG_MAPS, "default", unnamed, WriteOptions.PLAIN));
        String other = KubeObjects.name(kube.create(CONFIG_MAPS, "default", unnamed, WriteOptions.PLAIN));

        assertThat(one).matches("web-[bcdfghjklmnpqrstvwxz2456789]{5}").isNotEqualTo(other);
    }

    @Test
    void whatIsThereIsNotMadeAgain() {
        kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN);

        ApiException refused = refusal(() -> kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN));

        assertThat(refused.code()).isEqualTo(409);
        assertThat(refused.reason()).isEqualTo("AlreadyExists");
        assertThat(refused).hasMessage("pods \"a\" already exists");
    }

    @Test
    void nothingIsMadeWhereNoNamespaceIs() {
        ApiException refused = refusal(() -> kube.create(PODS, "nowhere", pod("a"), WriteOptions.PLAIN));

        assertThat(refused.code()).isEqualTo(404);
        assertThat(refused).hasMessage("namespaces \"nowhere\" not found");
    }

    @Test
    void aDryRunChangesNothing() {
        WriteOptions dry = new WriteOptions(true, "", WriteOptions.Validation.IGNORE);

        assertThat(KubeObjects.uid(kube.create(PODS, "default", pod("a"), dry))).isNotEmpty();

        assertThat(refusal(() -> kube.get(PODS, new ObjectKey("default", "a"))).code())
                .isEqualTo(404);
    }

    @Test
    void anUpdateOfAnOldVersionConflicts() {
        JsonObject first = kube.create(CONFIG_MAPS, "default", named("c"), WriteOptions.PLAIN);
        ObjectKey key = KubeObjects.key(first);
        kube.update(CONFIG_MAPS, key, "", first.withAt(Json.of("1"), "data", "x"), WriteOptions.PLAIN);

        ApiException refused = refusal(
                () -> kube.update(CONFIG_MAPS, key, "", first.withAt(Json.of("2"), "data", "x"), WriteOptions.PLAIN));

        assertThat(refused.code()).isEqualTo(409);
        assertThat(refused.reason()).isEqualTo("Conflict");
        assertThat(kube.get(CONFIG_MAPS, key).text("data", "x")).isEqualTo("1");
    }

    @Test
    void anUpdateThatChangesNothingMakesNoVersion() {
        JsonObject made = kube.create(CONFIG_MAPS, "default", named("c"), WriteOptions.PLAIN);

        JsonObject same = kube.update(CONFIG_MAPS, KubeObjects.key(made), "", made, WriteOptions.PLAIN);

        assertThat(KubeObjects.resourceVersion(same)).isEqualTo(KubeObjects.resourceVersion(made));
    }

    @Test
    void onlyTheSubResourceChangesTheStatus() {
        JsonObject made = kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN);
        ObjectKey key = KubeObjects.key(made);
        JsonObject running = made.withAt(Json.of("Running"), "status", "phase");

        JsonObject updated = kube.update(PODS, key, "", running, WriteOptions.PLAIN);
        assertThat(updated.text("status", "phase")).isEqualTo("Pending");
        JsonObject reported = kube.update(PODS, key, "status", running, WriteOptions.PLAIN);
        assertThat(reported.text("status", "phase")).isEqualTo("Running");
        assertThat(reported.number(0, "metadata", "generation")).isEqualTo(1);
    }

    @Test
    void aPodWithoutANodeGoesAtOnceAndOneWithANodeIsGivenTime() {
        kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN);
        kube.create(PODS, "default", pod("b"), WriteOptions.PLAIN);
        bind("b", "n1");
        ObjectKey b = new ObjectKey("default", "b");

        kube.delete(PODS, new ObjectKey("default", "a"), DeleteOptions.PLAIN);
        JsonObject ending = kube.delete(PODS, b, DeleteOptions.PLAIN);

        assertThat(kube.list(PODS, "default", ListOptions.ALL).items()).hasSize(1);
        assertThat(ending.number(0, "metadata", "deletionGracePeriodSeconds")).isEqualTo(30);
        assertThat(ending.text("metadata", "deletionTimestamp")).isEqualTo("2027-01-15T08:00:30Z");
        kube.delete(PODS, b, DeleteOptions.within(0));
        assertThat(kube.list(PODS, "default", ListOptions.ALL).items()).isEmpty();
    }

    @Test
    void whoHasFinalizersStaysUntilTheyAreGone() {
        JsonObject kept = named("c").withAt(parseArray("['sluice.dev/x']"), "metadata", "finalizers");
        ObjectKey key = KubeObjects.key(kube.create(CONFIG_MAPS, "default", kept, WriteOptions.PLAIN));

        JsonObject ending = kube.delete(CONFIG_MAPS, key, DeleteOptions.PLAIN);
        assertThat(KubeObjects.isTerminating(ending)).isTrue();
        kube.update(CONFIG_MAPS, key, "", ending.withoutAt("metadata", "finalizers"), WriteOptions.PLAIN);

        assertThat(refusal(() -> kube.get(CONFIG_MAPS, key)).code()).isEqualTo(404);
    }

    @Test
    void aDeletionOfAnotherOneOfThatNameIsRefused() {
        ObjectKey key = KubeObjects.key(kube.create(CONFIG_MAPS, "default", named("c"), WriteOptions.PLAIN));

        ApiException refused = refusal(() ->
                kube.delete(CONFIG_MAPS, key, new DeleteOptions(OptionalLong.empty(), "", "other-uid", "", false)));

        assertThat(refused.code()).isEqualTo(409);
        assertThat(refused.getMessage()).contains("the UID in the precondition (other-uid)");
    }

    @Test
    void nothingNewComesIntoANamespaceThatGoes() {
        kube.create(NAMESPACES, "", named("team"), WriteOptions.PLAIN);
        ObjectKey key = ObjectKey.of("team");

        JsonObject going = kube.delete(NAMESPACES, key, DeleteOptions.PLAIN);

        assertThat(going.text("status", "phase")).isEqualTo("Terminating");
        ApiException refused = refusal(() -> kube.create(PODS, "team", pod("a"), WriteOptions.PLAIN));
        assertThat(refused.code()).isEqualTo(403);
        assertThat(refused.body().array("details", "causes").object(0).text("reason"))
                .isEqualTo("NamespaceTerminating");
    }

    @Test
    void aPodIsBoundOnce() {
        kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN);

        JsonObject answer = bind("a", "n1");

        assertThat(answer.text("status")).isEqualTo("Success");
        JsonObject bound = kube.get(PODS, new ObjectKey("default", "a"));
        assertThat(bound.text("spec", "nodeName")).isEqualTo("n1");
        assertThat(bound.array("status", "conditions").object(0).text("status")).isEqualTo("True");
        ApiException refused = refusal(() -> bind("a", "n2"));
        assertThat(refused.code()).isEqualTo(409);
        assertThat(refused)
                .hasMessage("Operation cannot be fulfilled on pods/binding \"a\": pod a is already assigned to node"
                        + " \"n1\"");
    }

    @Test
    void aGatedPodIsNotBoundAndGatesOnlyGo() {
        JsonObject gated = pod("a").withAt(parseArray("[{'name':'sluice.dev/queued'}]"), "spec", "schedulingGates");
        JsonObject made = kube.create(PODS, "default", gated, WriteOptions.PLAIN);
        assertThat(made.array("status", "conditions").object(0).text("reason")).isEqualTo("SchedulingGated");

        assertThat(refusal(() -> bind("a", "n1")).code()).isEqualTo(409);
        ApiException refused = refusal(() -> kube.patch(
                PODS,
                KubeObjects.key(made),
                "",
                Patch.merge(parse("{'spec':{'schedulingGates':[{'name':'other'}]}}")),
                WriteOptions.PLAIN));
        assertThat(refused.code()).isEqualTo(422);
        JsonObject open = kube.patch(
                PODS,
                KubeObjects.key(made),
                "",
                Patch.merge(parse("{'spec':{'schedulingGates':[],'nodeSelector':{'zone':'a'}}}")),
                WriteOptions.PLAIN);
        assertThat(open.array("spec", "schedulingGates").isEmpty()).isTrue();
        assertThat(bind("a", "n1").text("status")).isEqualTo("Success");
    }

    @Test
    void mostOfAPodStaysAsItIs() {
        ObjectKey key = KubeObjects.key(kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN));

        Patch image = Patch.strategic(parse("{'spec':{'containers':[{'name':'main','image':'busybox:2'}]}}"));
        JsonObject changed = kube.patch(PODS, key, "", image, WriteOptions.PLAIN);
        assertThat(changed.array("spec", "containers").object(0).text("image")).isEqualTo("busybox:2");
        assertThat(changed.number(0, "metadata", "generation")).isEqualTo(2);
        ApiException refused = refusal(() -> kube.patch(
                PODS, key, "", Patch.merge(parse("{'spec':{'schedulerName':'other'}}")), WriteOptions.PLAIN));
        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.getMessage()).contains("pod updates may not change fields other than");
    }

    @Test
    void pagesAreOfTheMomentAtWhichTheListBegan() {
        for (int i = 0; i < 7; i++) {
            kube.create(CONFIG_MAPS, "default", named("c" + i), WriteOptions.PLAIN);
        }

        KubeList first = kube.list(CONFIG_MAPS, "default", ListOptions.ALL.page(3, ""));
        kube.delete(CONFIG_MAPS, new ObjectKey("default", "c4"), DeleteOptions.PLAIN);
        kube.create(CONFIG_MAPS, "default", named("c9"), WriteOptions.PLAIN);
        KubeList second = kube.list(CONFIG_MAPS, "default", ListOptions.ALL.page(3, first.next()));
        KubeList third = kube.list(CONFIG_MAPS, "default", ListOptions.ALL.page(3, second.next()));

        assertThat(first.remaining()).isEqualTo(4);
        assertThat(names(first)).containsExactly("c0", "c1", "c2");
        assertThat(names(second)).containsExactly("c3", "c4", "c5");
        assertThat(names(third)).containsExactly("c6");
        assertThat(third.next()).isEmpty();
        assertThat(third.resourceVersion()).isEqualTo(first.resourceVersion());
    }

    @Test
    void aPageOfAForgottenMomentIsRefused() {
        for (int i = 0; i < 5; i++) {
            kube.create(CONFIG_MAPS, "default", named("c" + i), WriteOptions.PLAIN);
        }
        String next =
                kube.list(CONFIG_MAPS, "default", ListOptions.ALL.page(2, "")).next();
        for (int i = 0; i <= REMEMBERED; i++) {
            kube.create(CONFIG_MAPS, "default", named("d" + i), WriteOptions.PLAIN);
        }

        ApiException refused = refusal(() -> kube.list(CONFIG_MAPS, "default", ListOptions.ALL.page(2, next)));

        assertThat(refused.code()).isEqualTo(410);
        assertThat(refused.reason()).isEqualTo("Expired");
    }

    @Test
    void aWatchGoesOnFromAList() {
        kube.create(PODS, "default", pod("a"), WriteOptions.PLAIN);
        String version = kube.list(PODS, "", ListOptions.ALL).resourceVersion();
        List<String> woken = new ArrayList<>();
        WatchOptions unfinished =
                new WatchOptions("", "status.phase!=Succeeded,status.phase!=Failed", version, false, false);
        try (KubeWatch watch = kube.watch(PODS, "", unfinished, () -> woken.add("woken"))) {
            JsonObject b = kube.create(PODS, "default", pod("b"), WriteOptions.PLAIN);
            bind("b", "n1");
            JsonObject bound = kube.get(PODS, KubeObjects.key(b));
            kube.update(
                    PODS,
                    KubeObjects.key(b),
                    "status",
                    bound.withAt(Json.of("Succeeded"), "status", "phase"),
                    WriteOptions.PLAIN);

            assertThat(drained(watch)).containsExactly("ADDED b", "MODIFIED b", "DELETED b");
            assertThat(woken).hasSize(1);
        }
    }

    @Test
    void aStreamingListEndsWithAMarkedBookmark() {
        kube.create(NODES, "", named("n1"), WriteOptions.PLAIN);
        kube.create(NODES, "", named("n2"), WriteOptions.PLAIN);
        try (KubeWatch watch = kube.watch(NODES, "", new WatchOptions("", "", "", true, true), () -> {})) {
            assertThat(watch.poll().orElseThrow().type()).isEqualTo(WatchEvent.Type.ADDED);
            assertThat(watch.poll().orElseThrow().type()).isEqualTo(WatchEvent.Type.ADDED);
            WatchEvent mark = watch.poll().orElseThrow();
            assertThat(mark.type()).isEqualTo(WatchEvent.Type.BOOKMARK);
            assertThat(mark.object().text("metadata", "annotations", "k8s.io/initial-events-end"))
                    .isEqualTo("true");
            assertThat(watch.poll()).isEmpty();
        }
    }

    @Test
    void aWatchFromAForgottenVersionTellsSoAndIsOver() {
        String old = KubeObjects.resourceVersion(kube.create(CONFIG_MAPS, "default", named("c"), WriteOptions.PLAIN));
        for (int i = 0; i <= REMEMBERED; i++) {
            kube.create(CONFIG_MAPS, "default", named("d" + i), WriteOptions.PLAIN);
        }

        try (KubeWatch watch = kube.watch(CONFIG_MAPS, "", WatchOptions.from(old), () -> {})) {
            WatchEvent told = watch.poll().orElseThrow();

            assertThat(told.type()).isEqualTo(WatchEvent.Type.ERROR);
            assertThat(told.object().number(0, "code")).isEqualTo(410);
            assertThat(watch.isOver()).isTrue();
        }
    }

    @Test
    void selectorsChooseByLabelsAndFields() {
        kube.create(PODS, "default", pod("a").withAt(Json.of("x"), "metadata", "labels", "app"), WriteOptions.PLAIN);
        kube.create(PODS, "default", pod("b").withAt(Json.of("y"), "metadata", "labels", "app"), WriteOptions.PLAIN);
        bind("b", "n1");

        assertThat(names(kube.list(PODS, "", ListOptions.labelled("app in (x,z)"))))
                .containsExactly("a");
        assertThat(names(kube.list(PODS, "", ListOptions.where("spec.nodeName=n1"))))
                .containsExactly("b");
        ApiException refused = refusal(() -> kube.list(PODS, "", ListOptions.where("spec.colour=red")));
        assertThat(refused.code()).isEqualTo(400);
    }

    @Test
    void aCollectionGoesTogether() {
        kube.create(CONFIG_MAPS, "default", named("a"), WriteOptions.PLAIN);
        kube.create(CONFIG_MAPS, "default", named("b"), WriteOptions.PLAIN);

        KubeList gone = kube.deleteCollection(CONFIG_MAPS, "default", ListOptions.ALL, DeleteOptions.PLAIN);

        assertThat(names(gone)).containsExactly("a", "b");
        assertThat(kube.list(CONFIG_MAPS, "", ListOptions.ALL).items()).isEmpty();
    }

    @Test
    void whatIsWrongIsNamed() {
        ApiException unnamed = refusal(() -> kube.create(JOBS, "default", JsonObject.EMPTY, WriteOptions.PLAIN));
        assertThat(unnamed.code()).isEqualTo(422);
        assertThat(unnamed)
                .hasMessage("Job.batch \"\" is invalid: [metadata.name: Required value: name or generateName is"
                        + " required, spec.template.spec.containers: Required value,"
                        + " spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"]");
        ApiException other = refusal(() -> kube.create(
                PODS, "default", named("a").with("kind", "Node").with("apiVersion", "v1"), WriteOptions.PLAIN));
        assertThat(other.code()).isEqualTo(400);
        ApiException elsewhere = refusal(() -> kube.create(
                PODS, "default", pod("a").withAt(Json.of("other"), "metadata", "namespace"), WriteOptions.PLAIN));
        assertThat(elsewhere)
                .hasMessage("the namespace of the provided object does not match the namespace sent on the request");
    }

    private JsonObject bind(String pod, String node) {
        JsonObject binding =
                parse("{'metadata':{'name':'%s'},'target':{'kind':'Node','name':'%s'}}".formatted(pod, node));
        return kube.act(PODS, new ObjectKey("default", pod), "binding", binding, WriteOptions.PLAIN);
    }

    private static List<String> drained(KubeWatch watch) {
        List<String> seen = new ArrayList<>();
        for (Optional<WatchEvent> event = watch.poll(); event.isPresent(); event = watch.poll()) {
            seen.add(event.get().type() + " " + KubeObjects.name(event.get().object()));
        }
        return seen;
    }

    private static List<String> names(KubeList list) {
        return list.items().stream().map(KubeObjects::name).toList();
    }

    private static ApiException refusal(Runnable request) {
        return Objects.requireNonNull(catchThrowableOfType(ApiException.class, request::run));
    }

    private static JsonObject named(String name) {
        return parse("{'metadata':{'name':'%s'}}".formatted(name));
    }

    private static JsonObject pod(String name) {
        return parse("{'metadata':{'name':'%s'},'spec':{'containers':[{'name':'main','image':'busybox:1'}]}}"
                .formatted(name));
    }

    private static JsonObject parse(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    private static Json parseArray(String text) {
        return JsonText.read(text.replace('\'', '"'));
    }
}
