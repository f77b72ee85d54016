package dev.sluice.jobspec.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.jobspec.pod.HostPort.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TCP | 0.0.0.0  | 80 | true
            TCP | 10.0.0.1 | 80 | true
            TCP | 10.0.0.2 | 80 | false
            UDP | 10.0.0.1 | 80 | false
            TCP | 10.0.0.1 | 81 | false
            """)
    void portsConflictByProtocolAndAddress(Protocol protocol, String address, int port, boolean conflicts) {
        HostPort one = new HostPort(Protocol.TCP, "10.0.0.1", 80);
        HostPort other = new HostPort(protocol, address, port);

        assertThat(one.conflictsWith(other)).isEqualTo(conflicts);
        assertThat(other.conflictsWith(one)).isEqualTo(conflicts);
    }

    @Test
    void anyAddressConflictsWithAllAddresses() {
        assertThat(HostPort.tcp(80).conflictsWith(new HostPort(Protocol.TCP, "10.0.0.7", 80)))
                .isTrue();
        assertThat(HostPort.tcp(80).conflictsWith(HostPort.tcp(80))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "1.2.3", "1.2.3.256", "01.2.3.4", "1:2", "g::1"})
    void addressesAreChecked(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HostPort(Protocol.TCP, address, 80))
                .withMessage("hostIP (" + address + ") must be an IP address");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_536})
    void portsHaveSixteenBits(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HostPort.tcp(port))
                .withMessage("hostPort (" + port + ") must be in 1 to 65535");
    }
}
