package dev.sluice.kube.apiserver.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodSpecTest {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);

    private final Asked server = new Asked();

    /// @param spec what it has beside its container
    private List<String> validate(String spec, String container) {
        return server.validate(
                PODS,
                "{'metadata':{'name':'a'},'spec':{" + spec + (spec.isEmpty() ? "" : ",")
                        + "'containers':[{'name':'c','image':'x:1'" + (container.isEmpty() ? "" : ",") + container
                        + "}]}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            'hostPath':{}                          | hostPath.path: Required value
            'nfs':{'server':'s','path':'p'}        | nfs.path: Invalid value: ""p"": must be an absolute path
            'secret':{}                            | secret.secretName: Required value
            'persistentVolumeClaim':{}             | persistentVolumeClaim.claimName: Required value
            'csi':{}                               | csi.driver: Required value
            'ephemeral':{}                         | ephemeral.volumeClaimTemplate: Required value
            'configMap':{'name':'m','items':[{'key':'k','path':'/p'}]} | configMap.items[0].path: Invalid value: ""/p"": must be a relative path
            """)
    void volumesMustSayWhatTheyAre(String source, String error) {
        assertThat(validate("'volumes':[{'name':'v'," + source + "}]", ""))
                .containsExactly("spec.volumes[0]." + error.replace("\"\"", "\""));
    }

    @Test
    void aProbeAsksInOneWay() {
        assertThat(validate("", "'livenessProbe':{'exec':{'command':['a']},'tcpSocket':{'port':1}}"))
                .containsExactly("spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1"
                        + " handler type");
    }

    @Test
    void aContainerUsesOnlyWhatItsPodClaims() {
        assertThat(validate(
                        "'resourceClaims':[{'name':'a','resourceClaimName':'x'}]",
                        "'resources':{'claims':[{'name':'b'}]}"))
                .containsExactly("spec.containers[0].resources.claims[0]: Not found: \"b\": must be one of the names in"
                        + " pod.spec.resourceClaims: a");
    }

    @Test
    void twoContainersCannotHaveOnePortOfTheHost() {
        assertThat(validate("", "'ports':[{'containerPort':1,'hostPort':5},{'containerPort':2,'hostPort':5}]"))
                .containsExactly("spec.containers[0].ports[1].hostPort: Duplicate value: \"TCP//5\"");
    }

    @Test
    void inTheHostsNetworkAPortIsTheHosts() {
        assertThat(validate("'hostNetwork':true", "'ports':[{'containerPort':1,'hostPort':5}]"))
                .containsExactly("spec.containers[0].ports[0].hostPort: Invalid value: 5: must match `containerPort`"
                        + " when `hostNetwork` is true");
    }

    @Test
    void whoAsksNobodyForNamesSaysWhomToAsk() {
        assertThat(validate("'dnsPolicy':'None'", ""))
                .containsExactly("spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None");
    }

    @Test
    void aPodIsSpreadOverATopologyOnce() {
        String constraint = "{'maxSkew':1,'topologyKey':'z','whenUnsatisfiable':'DoNotSchedule','labelSelector':{}}";

        assertThat(validate("'topologySpreadConstraints':[" + constraint + "," + constraint + "]", ""))
                .containsExactly("spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value:"
                        + " \"{z, DoNotSchedule}\"");
    }

    @Test
    void theOldNameOfTheAccountSaysTheSame() {
        JsonObject made = server.create(
                PODS,
                "{'metadata':{'name':'a'},'spec':{'serviceAccount':'s','containers':[{'name':'c','image':'x:1'}]}}");

        assertThat(made.text("spec", "serviceAccountName")).isEqualTo("s");
    }
}
