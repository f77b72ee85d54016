package dev.sluice.kube.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.port.ResourceType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static final Schema SCHEMA = Schema.kubernetes();
    private static final ObjectSchema POD = requireNonNull(SCHEMA.kind("v1", "Pod"));

    @Test
    void aServedTypeHasAllItsNames() {
        ServedType deployments = requireNonNull(SCHEMA.type("apps", "v1", "deployments"));

        assertThat(deployments.type()).isEqualTo(new ResourceType("apps", "v1", "deployments", "Deployment", true));
        assertThat(deployments.singular()).isEqualTo("deployment");
        assertThat(deployments.shortNames()).containsExactly("deploy");
        assertThat(deployments.categories()).containsExactly("all");
        assertThat(deployments.listKind()).isEqualTo("DeploymentList");
        assertThat(deployments.allows("deletecollection")).isTrue();
        assertThat(SCHEMA.typeOf("apps/v1", "Deployment")).isSameAs(deployments);
        assertThat(SCHEMA.type("apps", "v1beta1", "deployments")).isNull();
    }

    @Test
    void subresourcesKnowTheirKinds() {
        ServedType pods = requireNonNull(SCHEMA.type("", "v1", "pods"));
        ServedType replicaSets = requireNonNull(SCHEMA.type("apps", "v1", "replicasets"));

        assertThat(pods.subresource("eviction"))
                .contains(new ServedType.Subresource("eviction", "policy/v1", "Eviction", List.of("create")));
        assertThat(pods.subresource("binding"))
                .contains(new ServedType.Subresource("binding", "v1", "Binding", List.of("create")));
        assertThat(replicaSets.subresource("scale").orElseThrow().apiVersion()).isEqualTo("autoscaling/v1");
        assertThat(pods.subresource("scale")).isEmpty();
    }

    @Test
    void namespacesCannotBeDeletedAllAtOnce() {
        ServedType namespaces = requireNonNull(SCHEMA.type("", "v1", "namespaces"));

        assertThat(namespaces.type().namespaced()).isFalse();
        assertThat(namespaces.allows("delete")).isTrue();
        assertThat(namespaces.allows("deletecollection")).isFalse();
    }

    @Test
    void theNewestStableVersionIsPreferred() {
        ApiGroup autoscaling = SCHEMA.group("autoscaling").orElseThrow();

        assertThat(autoscaling.versions()).containsExactly("v2", "v1");
        assertThat(autoscaling.preferredVersion()).isEqualTo("v2");
        assertThat(SCHEMA.groups().getFirst().name()).isEmpty();
    }

    @Test
    void listsSayHowTheyAreMerged() {
        MergeStrategy containers = field("spec", "containers").merging();
        MergeStrategy ports = field("spec", "containers", "ports").merging();
        MergeStrategy spread = field("spec", "topologySpreadConstraints").merging();

        assertThat(containers.patchKey()).isEqualTo("name");
        assertThat(containers.mergesLists()).isTrue();
        assertThat(containers.retainsKeys()).isFalse();
        assertThat(ports.patchKey()).isEqualTo("containerPort");
        assertThat(ports.listType()).isEqualTo(MergeStrategy.ListType.MAP);
        assertThat(ports.listKeys()).containsExactly("containerPort", "protocol");
        assertThat(spread.patchKey()).isEqualTo("topologyKey");
        assertThat(spread.listKeys()).containsExactly("topologyKey", "whenUnsatisfiable");
        assertThat(field("spec", "volumes").merging().retainsKeys()).isTrue();
        assertThat(field("spec", "tolerations").merging().mergesLists()).isFalse();
        assertThat(field("spec", "tolerations").merging().listType()).isEqualTo(MergeStrategy.ListType.ATOMIC);
        assertThat(field("metadata", "finalizers").merging().listType()).isEqualTo(MergeStrategy.ListType.SET);
        assertThat(field("spec", "nodeSelector").merging().mapType()).isEqualTo(MergeStrategy.MapType.ATOMIC);
    }

    @Test
    void fieldsHaveTheirNumbersInProtobuf() {
        assertThat(field("metadata").protoPath()).containsExactly(1);
        assertThat(field("spec", "containers").protoPath()).containsExactly(2);
        assertThat(field("spec", "schedulingGates").protoPath()).containsExactly(38);
        assertThat(field("metadata", "labels").protoPath()).containsExactly(11);
        assertThat(field("kind").protoPath()).isEmpty();
    }

    @Test
    void fieldsOfEmbeddedStructsAreOneLevelDeeperInProtobuf() {
        assertThat(field("spec", "volumes", "emptyDir").protoPath()).containsExactly(2, 2);
        assertThat(field("spec", "containers", "livenessProbe", "httpGet").protoPath())
                .containsExactly(1, 2);
        assertThat(field("spec", "containers", "livenessProbe", "httpGet")
                        .inGo()
                        .embeddedBy())
                .isEqualTo("ProbeHandler");
    }

    @Test
    void valuesHaveTypes() {
        assertThat(field("spec", "priority").type()).isEqualTo(Scalar.INT32);
        assertThat(field("spec", "containers").type()).isInstanceOf(ListOf.class);
        assertThat(field("metadata", "labels").type()).isEqualTo(new MapOf(Scalar.STRING));
        assertThat(field("spec", "overhead").type()).isEqualTo(new MapOf(Scalar.QUANTITY));
        assertThat(field("spec", "overhead").inGo().typeName()).isEqualTo("v1.ResourceList");
        assertThat(field("metadata", "creationTimestamp").type()).isEqualTo(Scalar.TIME);
        assertThat(field("spec", "containers", "livenessProbe", "httpGet", "port")
                        .type())
                .isEqualTo(Scalar.INT_OR_STRING);
        assertThat(requireNonNull(SCHEMA.kind("authorization.k8s.io/v1", "SubjectAccessReview"))
                        .at("spec", "extra"))
                .extracting(Field::type)
                .isEqualTo(new MapOf(new ListOf(Scalar.STRING, true)));
    }

    @Test
    void zeroDiffersFromNothingWhereGoHasAPointer() {
        assertThat(field("spec", "hostNetwork").inGo().pointer()).isFalse();
        assertThat(field("spec", "enableServiceLinks").inGo().pointer()).isTrue();
        assertThat(field("spec", "containers").inGo().omitEmpty()).isFalse();
        assertThat(field("metadata", "creationTimestamp").inGo().omitZero()).isTrue();
    }

    @Test
    void requirementsChoicesAndDefaultsAreKnown() {
        assertThat(field("spec", "containers").required()).isTrue();
        assertThat(field("spec", "volumes").required()).isFalse();
        assertThat(field("spec", "restartPolicy").choices()).containsExactly("Always", "Never", "OnFailure");
        assertThat(field("spec", "containers", "ports", "protocol").standard()).contains(Json.of("TCP"));
        assertThat(field("spec", "restartPolicy").standard()).isEmpty();
        assertThat(requireNonNull(SCHEMA.kind("certificates.k8s.io/v1", "CertificateSigningRequest"))
                        .at("spec", "usages"))
                .extracting(Field::choices)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
                .contains("client auth", "any");
    }

    @Test
    void everyServedKindAndItsListHaveFields() {
        for (ServedType type : SCHEMA.types()) {
            String apiVersion = type.type().apiVersion();
            assertThat(SCHEMA.kind(apiVersion, type.type().kind()))
                    .as(type.type().toString())
                    .isNotNull();
            assertThat(!type.allows("list") || SCHEMA.kind(apiVersion, type.listKind()) != null)
                    .as(type.listKind())
                    .isTrue();
        }
    }

    @Test
    void kindsOfRequestsAndAnswersAreThere() {
        assertThat(SCHEMA.kind("v1", "Status")).isNotNull();
        assertThat(SCHEMA.kind("v1", "List")).isNotNull();
        assertThat(SCHEMA.kind("v1", "APIGroupList")).isNotNull();
        assertThat(SCHEMA.kind("v1", "Binding")).isNotNull();
        assertThat(SCHEMA.kind("policy/v1", "Eviction")).isNotNull();
        assertThat(SCHEMA.kind("autoscaling/v1", "Scale")).isNotNull();
        assertThat(SCHEMA.kind("meta.k8s.io/v1", "Table")).isNotNull();
        assertThat(SCHEMA.kind("meta.k8s.io/v1", "PartialObjectMetadataList")).isNotNull();
        assertThat(SCHEMA.kind("apps/v1", "DeleteOptions")).isSameAs(SCHEMA.kind("v1", "DeleteOptions"));
        assertThat(SCHEMA.kind("v1", "WatchEvent")).isNotNull();
        assertThat(SCHEMA.kind("admission.k8s.io/v1", "AdmissionReview")).isNotNull();
        assertThat(SCHEMA.kind("v1", "Nothing")).isNull();
    }

    @Test
    void everyLineOfTheTableCanBeRead() {
        for (ObjectSchema object : SCHEMA.objects()) {
            Set<List<Integer>> numbers = new HashSet<>();
            for (Field field : object.fields()) {
                assertThat(object.field(field.name())).isSameAs(field);
                assertThat(field.protoPath().isEmpty() || numbers.add(field.protoPath()))
                        .as("%s.%s has a number of its own", object, field.name())
                        .isTrue();
            }
        }
    }

    @Test
    void aTableThatIsDamagedIsRefused() {
        assertThatThrownBy(() -> TableReader.read("version 1\nnonsense here\n"))
                .hasMessage("line 2 of the table cannot be read: (nonsense here)");
        Schema dangling = TableReader.read("object a/b.C kind=v1/C\n x 1 - a/b.D\n");
        assertThatThrownBy(() -> requireNonNull(dangling.object("a/b.C")).fields())
                .hasMessage("the table refers to (a/b.D) but does not have it");
    }

    private static Field field(String... path) {
        return requireNonNull(POD.at(path), String.join(".", path));
    }
}
