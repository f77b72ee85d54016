package dev.sluice.testkit.browser;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.launcher.PostDiscoveryFilter;

/// Skips tests in a real browser if there is none, with one line of output. With `-Preal` they run, and fail.
///
/// JUnit finds it through its services file in every module that has the test kit on its class path.
public final class RealChromiumFilter implements PostDiscoveryFilter {

    /// Set by the build: `when-available` or `required`.
    private static final String MODE_PROPERTY = "sluice.real";

    private static final TestTag TAG = TestTag.create(RealChromium.TAG);

    private boolean warned;

    @Override
    public FilterResult apply(TestDescriptor test) {
        if (!test.getTags().contains(TAG)) {
            return FilterResult.included("needs no browser");
        }
        if (System.getProperty(MODE_PROPERTY, "").equals("required")
                || Chromium.find().isPresent()) {
            return FilterResult.included("real browser");
        }
        warnOnce();
        return FilterResult.excluded("there is no Chromium");
    }

    private void warnOnce() {
        if (!warned) {
            warned = true;
            System.err.println("[WARNING] Tests in a real browser were NOT run: install chromium.");
        }
    }
}
