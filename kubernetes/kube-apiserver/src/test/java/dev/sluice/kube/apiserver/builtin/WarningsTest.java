package dev.sluice.kube.apiserver.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarningsTest {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);
    private static final ResourceType SERVICES = new ResourceType("", "v1", "services", "Service", true);

    private final Asked server = new Asked();

    private List<String> warnings(ResourceType type, String json) {
        List<String> said = new ArrayList<>();
        server.kube().create(type, "default", Asked.object(json), WriteOptions.PLAIN.warning(said::add));
        return said;
    }

    @Test
    void aNameOfAServiceElsewhereIsIgnored() {
        assertThat(warnings(SERVICES, "{'metadata':{'name':'a'},'spec':{'externalName':'b','ports':[{'port':80}]}}"))
                .containsExactly("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    }

    @Test
    void oldLabelsOfNodesAreToldOf() {
        assertThat(warnings(
                        PODS,
                        "{'metadata':{'name':'a'},'spec':{'nodeSelector':{'beta.kubernetes.io/os':'linux'},"
                                + "'containers':[{'name':'c','image':'x:1'}]}}"))
                .containsExactly("spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use"
                        + " \"kubernetes.io/os\" instead");
    }

    @Test
    void aVariableThatHidesAnotherIsToldOf() {
        assertThat(
                        warnings(
                                PODS,
                                "{'metadata':{'name':'a'},'spec':{'containers':[{'name':'c','image':'x:1','env':["
                                        + "{'name':'A','value':'1'},{'name':'A','value':'$(A)2'},{'name':'A','value':'3'}]}]}}"))
                .containsExactly("spec.containers[0].env[2]: hides previous definition of \"A\", which may be dropped"
                        + " when using apply");
    }

    @Test
    void anOrdinaryPodIsNotWarnedOf() {
        assertThat(warnings(
                        PODS,
                        "{'metadata':{'name':'a'},'spec':{'containers':[{'name':'c','image':'x:1',"
                                + "'ports':[{'containerPort':80,'name':'http'}]}]}}"))
                .isEmpty();
    }
}
