package dev.sluice.traces.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.traces.TraceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformReaderTest {
    private static final String PLATFORM = """
            <?xml version='1.0'?>
            <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
            <platform version="4.1">
              <zone id="site" routing="Full">
                <prop id="town" value="Here"/>
                <host id="master_host" speed="100Mf"/>
                <zone id="hall" routing="Full">
                  <prop id="town" value="There"/>
                  <host id="node10" speed="2Gf, 1Gf,0.5Gf" core="4" pstate="0"><prop id="gpu" value="2"/></host>
                  <host id="node9" speed="98.095Mf"/>
                </zone>
                <cluster id="c" prefix="n-" suffix=".x" radical="0-2,7" speed="1.5Tf" core="8" bw="1GBps" lat="1us">
                  <prop id="watt_per_state" value="95:200"/>
                </cluster>
                <host id="disk" speed="0f"><prop id="role" value="storage"/></host>
                <link id="l" bandwidth="1GBps" latency="1us"><prop id="lost" value="yes"/></link>
              </zone>
            </platform>
            """;

    @Test
    void bytesThatAreNotUtf8AreRefusedWithoutAWordOfTheParser() {
        byte[] latin = "<platform><host id='n\u00e9' speed='1Gf'/></platform>".getBytes(StandardCharsets.ISO_8859_1);
        PrintStream usual = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThatThrownBy(() -> PlatformReader.read(new ByteArrayInputStream(latin), "t.xml"))
                    .isInstanceOf(TraceException.class)
                    .hasMessage("t.xml:1:1: not in the encoding that the file declares, or not UTF-8");
        } finally {
            System.setErr(usual);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aFileMayHaveAnotherEncoding() {
        String latin =
                "<?xml version='1.0' encoding='ISO-8859-1'?><platform><host id='n\u00e9' speed='1Gf'/></platform>";
        String wide = "<?xml version='1.0'?><platform><host id='n\u00e9' speed='1Gf'/></platform>";

        for (byte[] bytes : List.of(
                latin.getBytes(StandardCharsets.ISO_8859_1),
                wide.getBytes(StandardCharsets.UTF_16),
                ("\ufeff" + wide).getBytes(StandardCharsets.UTF_8))) {
            assertThat(PlatformReader.read(new ByteArrayInputStream(bytes), "t.xml")
                            .hosts())
                    .extracting(Host::name)
                    .containsExactly("n\u00e9");
        }
        assertThatThrownBy(() -> read("<?xml version='1.0' encoding='nonsense'?><platform/>"))
                .hasMessage("t.xml:1:1: the encoding (nonsense) is unknown");
    }

    @Test
    void hostsAreListedInTheOrderOfTheFile() {
        assertThat(read(PLATFORM).hosts())
                .extracting(Host::name)
                .containsExactly("master_host", "node10", "node9", "n-0.x", "n-1.x", "n-2.x", "n-7.x", "disk");
    }

    @Test
    void aHostHasSpeedsCoresPropertiesAndZones() {
        assertThat(read(PLATFORM).hosts().get(1))
                .isEqualTo(new Host(
                        "node10",
                        List.of("site", "hall"),
                        List.of(2e9, 1e9, 0.5e9),
                        4,
                        Map.of("gpu", "2"),
                        Map.of("town", "There")));
    }

    @Test
    void theHostsOfAClusterShareItsProperties() {
        assertThat(read(PLATFORM).hosts().get(6))
                .isEqualTo(new Host(
                        "n-7.x",
                        List.of("site", "c"),
                        List.of(1.5e12),
                        8,
                        Map.of("watt_per_state", "95:200"),
                        Map.of("town", "Here")));
    }

    @Test
    void jobsRunOnComputeNodesInBatsimsOrder() {
        assertThat(read(PLATFORM).computeHosts())
                .extracting(Host::name)
                .containsExactly("n-0.x", "n-1.x", "n-2.x", "n-7.x", "node9", "node10");
        assertThat(read(PLATFORM).hosts().getLast().role()).isEqualTo(Host.Role.STORAGE);
    }

    @Test
    void theNamesOfVersion3AreUnderstood() {
        Platform platform = read("""
                <platform version="3"><AS id="a" routing="None"><host id="h" power="5E6"/></AS></platform>
                """);

        assertThat(platform.hosts().getFirst())
                .isEqualTo(new Host("h", List.of("a"), List.of(5e6), 1, Map.of(), Map.of()));
    }

    @Test
    void speedsHaveUnits() {
        assertThat(Units.speed("1")).hasValue(1.0);
        assertThat(Units.speed("3kf")).hasValue(3e3);
        assertThat(Units.speed("3Kif")).hasValue(3 * 1024.0);
        assertThat(Units.speed(" 2.5 Gflops ")).hasValue(2.5e9);
        assertThat(Units.speed("1Pif")).hasValue(0x1p50);
        for (String text : List.of("", "f", "1X", "-1f", "1GHz", "1e999f", "fast")) {
            assertThat(Units.speed(text)).as(text).isEmpty();
        }
    }

    @Test
    void problemsNameLineElementAndValue() {
        assertThatThrownBy(() -> read(PLATFORM.replace("98.095Mf", "98 MHz")))
                .isInstanceOf(TraceException.class)
                .hasMessage("t.xml:10:40: host.speed: must be a speed (98 MHz). Maybe 1Gf or 98.095Mf");
        assertThatThrownBy(() -> read(PLATFORM.replace(" speed=\"98.095Mf\"", "")))
                .hasMessage("t.xml:10:25: host: attribute (speed) is missing");
        assertThatThrownBy(() -> read(PLATFORM.replace("core=\"4\"", "core=\"0\"")))
                .hasMessageContaining("t.xml:9:")
                .hasMessageContaining("host.core: must be a number of cores from 1 to 9999999 (0)");
        assertThatThrownBy(() -> read(PLATFORM.replace("node9", "node10")))
                .hasMessageContaining("host.id: the host name is not unique (node10)");
        assertThatThrownBy(() -> read(PLATFORM.replace("0-2,7", "2-0")))
                .hasMessageContaining("cluster.radical: has a range that ends (0) before it begins (2) (2-0)");
        assertThatThrownBy(() -> read(PLATFORM.replace("0-2,7", "a-b")))
                .hasMessageContaining("cluster.radical: must be numbers and ranges such as 0-15,20 (a-b)");
        assertThatThrownBy(() -> read(PLATFORM.replace(" radical=\"0-2,7\"", "")))
                .hasMessageContaining("cluster: attribute (radical) is missing");
    }

    @Test
    void anotherFileIsRefused() {
        assertThatThrownBy(() -> read("<graphml/>"))
                .hasMessage("t.xml:1:11: the root must be platform (graphml). Maybe another file");
        assertThatThrownBy(() -> read("<platform version='4.1'/>")).hasMessage("t.xml:1:1: has no host");
        for (String text : List.of("", "{}", "<platform>", "<platform><host id='a'</platform>")) {
            assertThatThrownBy(() -> read(text)).as(text).hasMessageContaining("not well-formed XML");
        }
    }

    @Test
    void moreHostsThanAnyMachineHasAreRefused() {
        assertThatThrownBy(() -> read(PLATFORM.replace("0-2,7", "0-999999999")))
                .hasMessageContaining("cluster.radical: makes more hosts than (1000000) (0-999999999)");
    }

    @Test
    void entitiesAndOutsideFilesAreNotRead(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "launch code");
        String outside = "<!DOCTYPE platform [<!ENTITY s SYSTEM '" + secret.toUri() + "'>]>"
                + "<platform><host id='a' speed='1f'>&s;</host></platform>";
        String bomb = "<!DOCTYPE platform [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
                + "<platform><host id='&b;' speed='1f'/></platform>";

        assertThatThrownBy(() -> read(outside))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("not declared")
                .hasMessageNotContaining("launch");
        assertThatThrownBy(() -> read(bomb)).isInstanceOf(TraceException.class);
    }

    @Test
    void deepNestingIsRefused() {
        assertThatThrownBy(() -> read("<platform>" + "<zone id='z'>".repeat(1000)))
                .hasMessageContaining("nested deeper than (50) levels");
    }

    @Test
    void namesAreComparedByTheirNumbers() {
        assertThat(Platform.compareNames("n2", "n10")).isNegative();
        assertThat(Platform.compareNames("n10", "n010")).isPositive();
        assertThat(Platform.compareNames("a", "a1")).isNegative();
        assertThat(Platform.compareNames("a1b2", "a1b2")).isZero();
        assertThat(Platform.compareNames("a99999999999999999999", "a100000000000000000000"))
                .isNegative();
    }

    private static Platform read(String text) {
        return PlatformReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "t.xml");
    }
}
