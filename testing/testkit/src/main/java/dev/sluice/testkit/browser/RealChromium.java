package dev.sluice.testkit.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/// Tests of the class open pages in the system's [Chromium].
///
/// Where there is none, `mvn verify` leaves these tests out and says so; `mvn verify -Preal` fails.
@Tag(RealChromium.TAG)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RealChromium {
    String TAG = "real-chromium";
}
