package dev.sluice.kube.apiserver.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import org.junit.jupiter.api.Test;

/// What is wrong with nodes, ways into the cluster, requests of certificates and claims of devices.
class RefusalsTest {
    private static final ResourceType NODES = new ResourceType("", "v1", "nodes", "Node", false);
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);
    private static final ResourceType INGRESSES =
            new ResourceType("networking.k8s.io", "v1", "ingresses", "Ingress", true);
    private static final ResourceType REQUESTS = new ResourceType(
            "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", false);
    private static final ResourceType CLAIMS =
            new ResourceType("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", true);

    private static final String PEM = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K";

    private final Asked server = new Asked();

    @Test
    void allThatANodeHasCanBeUsed() {
        server.create(NODES, "{'metadata':{'name':'n'}}");

        JsonObject node = server.patch(NODES, "n", "status", "{'status':{'capacity':{'cpu':'4'}}}");

        assertThat(node.text("status", "allocatable", "cpu")).isEqualTo("4");
    }

    @Test
    void aNodeIsOfOneProvider() {
        server.create(NODES, "{'metadata':{'name':'n'},'spec':{'providerID':'a'}}");

        assertThat(server.validate(NODES, "n", "", "{'spec':{'providerID':'b'}}"))
                .containsExactly("spec.providerID: Forbidden: node updates may not change providerID except from"
                        + " \"\" to valid");
    }

    @Test
    void taintsDiffer() {
        String taint = "{'key':'a','effect':'NoSchedule'}";

        assertThat(server.validate(NODES, "{'metadata':{'name':'n'},'spec':{'taints':[" + taint + "," + taint + "]}}"))
                .containsExactly("metadata.taints[1]: Duplicate value: {\"key\":\"a\",\"effect\":\"NoSchedule\"}:"
                        + " taints must be unique by key and effect pair");
    }

    @Test
    void aWayLeadsSomewhere() {
        assertThat(server.validate(INGRESSES, "{'metadata':{'name':'i'},'spec':{}}"))
                .containsExactly("spec: Invalid value: null: either `defaultBackend` or `rules` must be specified");
    }

    @Test
    void aDecisionIsNotTakenBack() {
        server.create(
                REQUESTS,
                "{'metadata':{'name':'r'},'spec':{'request':'" + PEM
                        + "','signerName':'example.com/s','usages':['client auth']}}");
        server.patch(REQUESTS, "r", "approval", "{'status':{'conditions':[{'type':'Approved','status':'True'}]}}");

        assertThat(server.validate(REQUESTS, "r", "approval", "{'status':{'conditions':[]}}"))
                .containsExactly(
                        "status.conditions: Forbidden: updates may not remove a condition of type \"Approved\"");
    }

    @Test
    void aClaimAsksForTheSameForEver() {
        server.create(
                CLAIMS,
                "{'metadata':{'name':'c'},'spec':{'devices':{'requests':[{'name':'r','exactly':"
                        + "{'deviceClassName':'d'}}]}}}");

        assertThat(server.validate(CLAIMS, "c", "", "{'spec':{'devices':{'requests':[]}}}"))
                .containsExactly("spec: Invalid value: field is immutable");
    }

    @Test
    void aPodThatHasLimitsForAllAsksForThem() {
        JsonObject pod = server.create(
                PODS,
                "{'metadata':{'name':'p'},'spec':{'resources':{'limits':{'cpu':'2','memory':'1Gi'}},"
                        + "'containers':[{'name':'c','image':'x:1'}]}}");

        assertThat(pod.text("spec", "resources", "requests", "cpu")).isEqualTo("2");
        assertThat(pod.text("status", "qosClass")).isEqualTo("Guaranteed");
    }
}
