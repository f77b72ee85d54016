package dev.sluice.kube.apiserver.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import org.junit.jupiter.api.Test;

class StorageTest {
    private static final ResourceType VOLUMES =
            new ResourceType("", "v1", "persistentvolumes", "PersistentVolume", false);
    private static final ResourceType CLAIMS =
            new ResourceType("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true);
    private static final ResourceType CLASSES =
            new ResourceType("storage.k8s.io", "v1", "storageclasses", "StorageClass", false);

    private static final String VOLUME = "{'metadata':{'name':'v'},'spec':{'accessModes':['ReadWriteOnce'],"
            + "'capacity':{'storage':'1Gi'},'hostPath':{'path':'/x'}}}";
    private static final String CLAIM = "{'metadata':{'name':'c'},'spec':{'accessModes':['ReadWriteOnce'],"
            + "'storageClassName':'s','resources':{'requests':{'storage':'1Gi'}}}}";

    private final Asked server = new Asked();

    @Test
    void aVolumeIsPendingAtFirst() {
        JsonObject made = server.create(VOLUMES, VOLUME);

        assertThat(made.text("status", "phase")).isEqualTo("Pending");
        assertThat(made.text("status", "lastPhaseTransitionTime"))
                .isEqualTo(made.text("metadata", "creationTimestamp"));
        assertThat(made.text("spec", "persistentVolumeReclaimPolicy")).isEqualTo("Retain");
    }

    @Test
    void aVolumeMustSayWhatItIs() {
        assertThat(server.validate(VOLUMES, "{'metadata':{'name':'v'},'spec':{}}"))
                .containsExactly(
                        "spec.accessModes: Required value",
                        "spec.capacity: Required value",
                        "spec.capacity: Unsupported value: null: supported values: \"storage\"",
                        "spec: Required value: must specify a volume type");
    }

    @Test
    void aLocalVolumeMustSayWhereItIs() {
        assertThat(server.validate(
                        VOLUMES,
                        "{'metadata':{'name':'v'},'spec':{'accessModes':['ReadWriteOnce'],"
                                + "'capacity':{'storage':'1Gi'},'local':{'path':'/x'}}}"))
                .containsExactly("spec.nodeAffinity: Required value: Local volume requires node affinity");
    }

    @Test
    void whereAVolumeComesFromCannotChange() {
        server.create(VOLUMES, VOLUME);

        assertThat(server.validate(VOLUMES, "v", "", "{'spec':{'hostPath':{'path':'/y'}}}"))
                .containsExactly(
                        "spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after"
                                + " creation (changed: hostPath)");
    }

    @Test
    void onlyABoundClaimGrows() {
        server.create(CLASSES, "{'metadata':{'name':'s'},'provisioner':'p','allowVolumeExpansion':true}");
        server.create(CLAIMS, CLAIM);
        String more = "{'spec':{'resources':{'requests':{'storage':'2Gi'}}}}";

        assertThat(server.validate(CLAIMS, "c", "", more)).hasSize(1);
        server.patch(CLAIMS, "c", "status", "{'status':{'phase':'Bound','capacity':{'storage':'1Gi'}}}");
        assertThat(server.patch(CLAIMS, "c", "", more).text("spec", "resources", "requests", "storage"))
                .isEqualTo("2Gi");
    }

    @Test
    void aClassDoesNotChangeItsProvisioner() {
        server.create(CLASSES, "{'metadata':{'name':'s'},'provisioner':'p'}");

        assertThat(server.validate(CLASSES, "s", "", "{'provisioner':'q'}"))
                .containsExactly("provisioner: Invalid value: \"q\": field is immutable");
    }
}
