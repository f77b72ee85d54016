package dev.sluice.outside.data;

import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;

/// Leaves tests on outside data out where the data is missing, and says so in one line for each set, unless `-Preal`
/// demands them: then they run, and fail.
///
/// JUnit finds it through its services file in every module that has this one on its class path.
public final class OutsideDataFilter implements PostDiscoveryFilter {

    /// Set by the build: `when-available` or `required`.
    static final String MODE_PROPERTY = "sluice.real";

    /// Shared by all filters of the process, since JUnit discovers tests more than once.
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private final Set<String> reported;
    private final Consumer<String> report;

    public OutsideDataFilter() {
        this(REPORTED, System.err::println);
    }

    OutsideDataFilter(Set<String> reported, Consumer<String> report) {
        this.reported = reported;
        this.report = report;
    }

    @Override
    public FilterResult apply(TestDescriptor test) {
        if (System.getProperty(MODE_PROPERTY, "").equals("required")) {
            return FilterResult.included("all tests are required");
        }
        Optional<String> missing = test.getSource().stream()
                .flatMap(OutsideDataFilter::elements)
                .flatMap(element -> AnnotationSupport.findAnnotation(element, NeedsOutsideData.class).stream())
                .flatMap(needs -> Arrays.stream(needs.value()))
                .filter(set -> OutsideData.find(set).isEmpty())
                .findFirst();
        missing.ifPresent(this::reportOnce);
        return missing.map(set -> FilterResult.excluded(OutsideData.missing(set)))
                .orElseGet(() -> FilterResult.included("needs no data that is missing"));
    }

    private void reportOnce(String set) {
        if (reported.add(set)) {
            report.accept("[WARNING] Tests on outside data were NOT run: " + OutsideData.missing(set) + ".");
        }
    }

    /// Returns the class of a test, and its method if it has one.
    private static Stream<AnnotatedElement> elements(Object source) {
        return switch (source) {
            case MethodSource method -> Stream.of(method.getJavaMethod(), method.getJavaClass());
            case ClassSource type -> Stream.of(type.getJavaClass());
            default -> Stream.empty();
        };
    }
}
