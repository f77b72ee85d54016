package dev.sluice.testkit.kubernetes;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// Gives the tests of the class a real Kubernetes control plane, built and started by `tools/kubernetes`.
///
/// A test asks by parameter for the [ControlPlane], or for a [Kubectl], which works in a namespace of the test's own.
/// A control plane is started once per module; classes that ask for the same set-up share it.
///
/// Where the binaries have not been built, `mvn verify` leaves these tests out and says so; `mvn verify -Preal` fails.
@Tag(RealKubernetes.TAG)
@ExtendWith(RealKubernetesExtension.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RealKubernetes {
    String TAG = "real-kubernetes";

    /// How many simulated nodes the cluster has.
    int nodes() default 3;

    Component[] without() default {};

    /// Whether other classes may use it, too; not if a test looks at all that is there.
    boolean shared() default true;

    /// Such as `"JobBackoffLimitPerIndex=false"`.
    String[] featureGates() default {};

    /// Such as `"resource.k8s.io/v1beta1=true"`.
    String[] runtimeConfig() default {};

    /// How long the API server keeps old versions, such as `"1s"`; empty for as long as it does by itself.
    String compactionInterval() default "";

    /// The parts of a cluster that can be left out.
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
