package dev.sluice.outside.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks tests that read [OutsideData].
///
/// Where one of the sets is missing, `mvn verify` leaves the tests out and says so; `mvn verify -Preal` fails.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface NeedsOutsideData {
    /// The names of the data sets: folders of `shared/data`.
    String[] value();
}
