package dev.sluice.kube.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.fault.FailRunOnFault.FailedRun;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualClusterTest {
    @Test
    void aFaultNamesTheController() {
        VirtualCluster cluster = new VirtualCluster(new Seeds(1), 0);
        Informer namespaces = cluster.context().informer(KubeTypes.NAMESPACES);
        WorkQueue<ObjectKey> queue = new WorkQueue<>(cluster.context().timers());
        namespaces.addHandler(InformerHandler.onAnyChange(namespace -> queue.add(KubeObjects.key(namespace))));
        cluster.context().drive(new ControllerLoop<>("quota controller", queue, List.of(namespaces), (_, _) -> {
            throw new IllegalStateException("no quota");
        }));

        assertThatExceptionOfType(FailedRun.class)
                .isThrownBy(cluster::settle)
                .withMessage("fault in quota controller: java.lang.IllegalStateException: no quota");
    }

    @Test
    void controllersSeeTheServerAsATestShowsIt() {
        List<String> created = new ArrayList<>();
        VirtualCluster cluster = new VirtualCluster(new Seeds(1), 0, false, server -> new ForwardingKube(server) {
            @Override
            public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
                created.add(namespace + "/" + type.plural());
                return super.create(type, namespace, object, options);
            }
        });
        JsonObject namespace = JsonObject.EMPTY.with("metadata", JsonObject.EMPTY.with("name", "lab"));

        cluster.kube().create(KubeTypes.NAMESPACES, "", namespace, WriteOptions.PLAIN);
        cluster.settle();

        assertThat(created).contains("lab/serviceaccounts").doesNotContain("/namespaces");
    }
}
