package dev.sluice.testkit.kubernetes;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// Gives the tests of the class a real Kubernetes control plane, built and started by `tools/kubernetes`.
///
/// Tests get the [ControlPlane], or a [Kubectl] in a namespace of their own, as a parameter. A control plane is
/// started once per module; classes with the same set-up share it.
///
/// If the binaries have not been built, `mvn verify` skips these tests and says so; `mvn verify -Preal` fails.
@Tag(RealKubernetes.TAG)
@ExtendWith(RealKubernetesExtension.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RealKubernetes {
    String TAG = "real-kubernetes";

    /// The number of simulated nodes.
    int nodes() default 3;

    Component[] without() default {};

    /// False for tests that look at all objects of the cluster.
    boolean shared() default true;

    /// Such as `"JobBackoffLimitPerIndex=false"`.
    String[] featureGates() default {};

    /// Such as `"resource.k8s.io/v1beta1=true"`.
    String[] runtimeConfig() default {};

    /// etcd's compaction interval, such as `"1s"`; empty for the default.
    String compactionInterval() default "";

    /// The components that can be left out.
    enum Component {
        SCHEDULER("scheduler"),
        CONTROLLER_MANAGER("controller-manager"),
        KWOK("kwok");

        final String name;

        Component(String name) {
            this.name = name;
        }
    }
}
