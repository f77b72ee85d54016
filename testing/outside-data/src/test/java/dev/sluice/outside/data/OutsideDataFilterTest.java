package dev.sluice.outside.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

class OutsideDataFilterTest {
    private final List<String> lines = new ArrayList<>();
    private final OutsideDataFilter filter = new OutsideDataFilter(new HashSet<>(), lines::add);
    private final String mode = System.getProperty(OutsideDataFilter.MODE_PROPERTY, "");

    @TempDir
    Path root;

    @BeforeEach
    void lookInAnEmptyFolder() {
        System.setProperty(OutsideData.ROOT_PROPERTY, root.toString());
        System.setProperty(OutsideDataFilter.MODE_PROPERTY, "when-available");
    }

    @AfterEach
    void restoreProperties() {
        System.clearProperty(OutsideData.ROOT_PROPERTY);
        System.setProperty(OutsideDataFilter.MODE_PROPERTY, mode);
    }

    @Test
    void testsOnMissingDataAreLeftOutAndReportedOnce() {
        assertThat(filter.apply(classOf(OnTraces.class)).excluded()).isTrue();
        assertThat(filter.apply(methodOf(OnTraces.class, "first")).excluded()).isTrue();
        assertThat(filter.apply(methodOf(OnTraces.class, "second")).excluded()).isTrue();

        assertThat(lines)
                .containsExactly(
                        "[WARNING] Tests on outside data were NOT run: outside data (traces) is not in " + root + ".");
    }

    @Test
    void onlyTheMarkedMethodsOfAClassAreLeftOut() {
        assertThat(filter.apply(classOf(Mixed.class)).included()).isTrue();
        assertThat(filter.apply(methodOf(Mixed.class, "plain")).included()).isTrue();
        assertThat(filter.apply(methodOf(Mixed.class, "onCases")).excluded()).isTrue();
    }

    @Test
    void testsRunWhereTheirDataIs() throws IOException {
        Files.createDirectory(root.resolve("traces"));

        FilterResult result = filter.apply(classOf(OnTraces.class));

        assertThat(result.included()).isTrue();
        assertThat(lines).isEmpty();
    }

    @Test
    void requiredTestsRunAndFailOnMissingData() {
        System.setProperty(OutsideDataFilter.MODE_PROPERTY, "required");

        assertThat(filter.apply(classOf(OnTraces.class)).included()).isTrue();
        assertThat(lines).isEmpty();
        assertThatThrownBy(() -> OutsideData.folder("traces"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("outside data (traces) is not in " + root);
    }

    @Test
    void aSetWithoutTheFilesWantedFails() throws IOException {
        Files.createDirectory(root.resolve("traces"));
        Files.createFile(root.resolve("traces/README"));

        assertThatThrownBy(() -> OutsideData.files("traces", file -> file.endsWith(".swf")))
                .hasMessageStartingWith("outside data (traces) has none of the files looked for");
        assertThat(OutsideData.files("traces", file -> file.startsWith("READ"))).hasSize(1);
    }

    private static TestDescriptor classOf(Class<?> type) {
        return new Described(ClassSource.from(type));
    }

    private static TestDescriptor methodOf(Class<?> type, String method) {
        return new Described(MethodSource.from(type.getName(), method));
    }

    private static final class Described extends AbstractTestDescriptor {
        Described(TestSource source) {
            super(UniqueId.forEngine("example"), "example", source);
        }

        @Override
        public Type getType() {
            return Type.TEST;
        }
    }

    /// An example, not a test: JUnit does not run it.
    @NeedsOutsideData("traces")
    static final class OnTraces {
        void first() {}

        void second() {}
    }

    /// An example, not a test: JUnit does not run it.
    static final class Mixed {
        void plain() {}

        @NeedsOutsideData("fluxion-cases")
        void onCases() {}
    }
}
