package dev.sluice.kube.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import org.junit.jupiter.api.Test;

class HostPortTest {
    @Test
    void containersAndSidecarsTakeHostPorts() {
        assertThat(HostPort.of(read("""
                {'spec':{
                  'initContainers':[
                    {'name':'i','ports':[{'containerPort':1,'hostPort':1}]},
                    {'name':'s','restartPolicy':'Always','ports':[{'containerPort':2,'hostPort':2,'protocol':'UDP'}]}],
                  'containers':[
                    {'name':'a','ports':[{'containerPort':3,'hostPort':33,'hostIP':'10.0.0.1'},{'containerPort':4}]}]}}
                """)))
                .containsExactly(new HostPort(HostPort.ANY, "UDP", 2), new HostPort("10.0.0.1", "TCP", 33));
    }

    @Test
    void onTheHostNetworkAllPortsAreHostPorts() {
        assertThat(HostPort.of(read(
                        "{'spec':{'hostNetwork':true,'containers':[{'name':'a','ports':[{'containerPort':4}]}]}}")))
                .containsExactly(new HostPort(HostPort.ANY, "TCP", 4));
    }

    @Test
    void portsConflictAtTheSameAddress() {
        HostPort any = new HostPort(HostPort.ANY, "TCP", 80);
        HostPort one = new HostPort("10.0.0.1", "TCP", 80);
        assertThat(any.conflictsWith(one)).isTrue();
        assertThat(one.conflictsWith(any)).isTrue();
        assertThat(one.conflictsWith(one)).isTrue();
        assertThat(one.conflictsWith(new HostPort("10.0.0.2", "TCP", 80))).isFalse();
        assertThat(any.conflictsWith(new HostPort(HostPort.ANY, "UDP", 80))).isFalse();
        assertThat(any.conflictsWith(new HostPort(HostPort.ANY, "TCP", 81))).isFalse();
    }

    private static JsonObject read(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
