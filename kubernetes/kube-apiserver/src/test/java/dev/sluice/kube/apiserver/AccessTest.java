package dev.sluice.kube.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.apiserver.access.RequestUser;
import dev.sluice.kube.apiserver.access.User;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Roles and bindings in process; what the real server says to the same is compared by AccessIT.
class AccessTest {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final ResourceType CLUSTER_ROLES =
            new ResourceType(RBAC, "v1", "clusterroles", "ClusterRole", false);
    private static final ResourceType CLUSTER_BINDINGS =
            new ResourceType(RBAC, "v1", "clusterrolebindings", "ClusterRoleBinding", false);
    private static final ResourceType REVIEWS = new ResourceType(
            "authorization.k8s.io", "v1", "selfsubjectaccessreviews", "SelfSubjectAccessReview", false);

    private final EmbeddedApiServer server =
            EmbeddedApiServer.start(new SystemClock(), new Seeds(1), ServerOptions.plain(0));
    private final Kube kube = server.kube();

    @AfterEach
    void stop() {
        server.close();
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    private boolean may(String user, String verb, String group, String resource) {
        boolean[] allowed = new boolean[1];
        JsonObject asked =
                json("{'spec':{'resourceAttributes':{'verb':'%s','group':'%s','resource':'%s','namespace':'default'}}}"
                        .formatted(verb, group, resource));
        RequestUser.run(User.of(user, List.of(User.AUTHENTICATED)), () -> {
            allowed[0] = kube.create(REVIEWS, "", asked, WriteOptions.PLAIN)
                    .object("status")
                    .isTrue("allowed");
        });
        return allowed[0];
    }

    private void bind(String user, String role) {
        kube.create(
                CLUSTER_BINDINGS,
                "",
                json(
                        "{'metadata':{'name':'%s-%s'},'roleRef':{'apiGroup':'%s','kind':'ClusterRole','name':'%s'},'subjects':[{'kind':'User','apiGroup':'%s','name':'%s'}]}"
                                .formatted(user, role, RBAC, role, RBAC, user)),
                WriteOptions.PLAIN);
    }

    @Test
    void viewersReadAndEditorsWrite() {
        bind("vera", "view");
        bind("eddy", "edit");
        assertThat(may("vera", "list", "", "pods")).isTrue();
        assertThat(may("vera", "create", "", "pods")).isFalse();
        assertThat(may("vera", "get", "", "secrets")).isFalse();
        assertThat(may("eddy", "create", "apps", "deployments")).isTrue();
        assertThat(may("eddy", "create", RBAC, "roles")).isFalse();
        assertThat(may("mallory", "list", "", "pods")).isFalse();
    }

    @Test
    void aRoleGathersWhatIsLabelledForIt() {
        bind("vera", "view");
        kube.create(
                CLUSTER_ROLES,
                "",
                json(
                        "{'metadata':{'name':'runs-viewer','labels':{'%s/aggregate-to-view':'true'}},'rules':[{'apiGroups':['hpc.io'],'resources':['runs'],'verbs':['get']}]}"
                                .formatted(RBAC)),
                WriteOptions.PLAIN);
        assertThat(may("vera", "get", "hpc.io", "runs")).isTrue();
        assertThat(kube.get(CLUSTER_ROLES, ObjectKey.of("view")).array("rules").toString())
                .contains("hpc.io");
        assertThat(kube.get(CLUSTER_ROLES, ObjectKey.of("admin")).array("rules").toString())
                .contains("hpc.io");
    }

    @Test
    void whatAUserHasLostHeMayNoLongerDo() {
        bind("vera", "view");
        kube.delete(CLUSTER_BINDINGS, ObjectKey.of("vera-view"), DeleteOptions.PLAIN);
        assertThat(may("vera", "list", "", "pods")).isFalse();
    }

    @Test
    void nobodyGrantsWhatHeHasNot() {
        JsonObject role = json(
                "{'metadata':{'name':'r'},'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['get','list']}]}");
        assertThatThrownBy(() -> RequestUser.run(
                        User.of("bob", List.of("devs")),
                        () -> kube.create(CLUSTER_ROLES, "", role, WriteOptions.PLAIN)))
                .hasMessage(
                        "clusterroles.rbac.authorization.k8s.io \"r\" is forbidden: user \"bob\" (groups=[\"devs\"]) is"
                                + " attempting to grant RBAC permissions not currently held:\n"
                                + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"get\" \"list\"]}");
    }
}
