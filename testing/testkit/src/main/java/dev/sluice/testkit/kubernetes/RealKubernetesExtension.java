package dev.sluice.testkit.kubernetes;

import dev.sluice.testkit.kubernetes.ControlPlane.Setup;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

final class RealKubernetesExtension implements ParameterResolver {
    private static final Namespace OURS = Namespace.create(RealKubernetesExtension.class);

    /// Below the module's build folder, where `mvn clean` finds what a killed run has left.
    private static final Path FOLDER = Path.of("target", "real-kubernetes").toAbsolutePath();

    private static final AtomicInteger CONTROL_PLANES = new AtomicInteger();
    private static final AtomicInteger TESTS = new AtomicInteger();

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == ControlPlane.class || type == Kubectl.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Setup setup = Setup.of(test.getRequiredTestClass());
        ControlPlane controlPlane = test.getRoot()
                .getStore(OURS)
                .computeIfAbsent(setup, RealKubernetesExtension::start, ControlPlane.class);
        return parameter.getParameter().getType() == ControlPlane.class
                ? controlPlane
                : test.getStore(OURS)
                        .computeIfAbsent(
                                TestNamespace.class,
                                _ -> TestNamespace.create(controlPlane, setup),
                                TestNamespace.class)
                        .kubectl();
    }

    private static ControlPlane start(Setup setup) {
        long run = ProcessHandle.current().pid();
        return ControlPlane.start(setup, FOLDER.resolve(run + "-" + CONTROL_PLANES.incrementAndGet()));
    }

    /// A test's own namespace, removed by JUnit after the test.
    private record TestNamespace(Kubectl kubectl) implements AutoCloseable {

        static TestNamespace create(ControlPlane controlPlane, Setup setup) {
            String name = "test-" + TESTS.incrementAndGet();
            Kubectl kubectl = controlPlane.kubectl().inNamespace(name);
            kubectl.run("create", "namespace", name);
            // Pods cannot be created before their namespace has its default service account.
            if (setup.hasControllerManager()) {
                kubectl.run("wait", "--for=create", "serviceaccount/default");
            } else {
                kubectl.run("create", "serviceaccount", "default");
            }
            return new TestNamespace(kubectl);
        }

        @Override
        public void close() {
            kubectl.run("delete", "namespace", kubectl.namespace(), "--wait=false");
        }
    }
}
