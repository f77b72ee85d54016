package dev.sluice.testkit.kubernetes;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.PostDiscoveryFilter;

/// Skips tests on real Kubernetes if its binaries have not been built, with one line of output. With `-Preal` they
/// run, and fail.
///
/// JUnit finds it through its services file in every module that has the test kit on its class path.
public final class RealKubernetesFilter implements PostDiscoveryFilter {

    /// Set by the build: `when-available` or `required`.
    private static final String MODE_PROPERTY = "sluice.real";

    private static final TestTag TAG = TestTag.create(RealKubernetes.TAG);

    private boolean warned;

    @Override
    public FilterResult apply(TestDescriptor test) {
        if (!test.getTags().contains(TAG)) {
            return FilterResult.included("needs no real Kubernetes");
        }
        if (System.getProperty(MODE_PROPERTY, "").equals("required") || Binaries.BUILT) {
            return FilterResult.included("real Kubernetes");
        }
        warnOnce();
        return FilterResult.excluded("the Kubernetes binaries are not built");
    }

    private void warnOnce() {
        if (!warned) {
            warned = true;
            System.err.println("[WARNING] Tests on real Kubernetes were NOT run: run tools/kubernetes/build once.");
        }
    }

    /// Asked once, and only when a test needs to know.
    private static final class Binaries {
        static final boolean BUILT = KubernetesTools.find().built();
    }
}
