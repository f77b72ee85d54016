package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.schema.Schema;
import dev.sluice.kube.schema.protobuf.ProtobufReader;
import dev.sluice.kube.schema.protobuf.ProtobufWriter;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What the real server writes in protobuf reads as what it writes in JSON, and we write the same bytes.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class ProtobufIT {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private static final List<String> OBJECTS = List.of(
            PODS
                    + " {'metadata':{'name':'p','labels':{'a':'b'},'annotations':{'c':''}},'spec':{'activeDeadlineSeconds':9,"
                    + "'schedulingGates':[{'name':'x/y'}],'nodeSelector':{'z':'1'},'containers':[{'name':'c','image':'i',"
                    + "'command':['a','b'],'env':[{'name':'N','value':'v'},{'name':'F','valueFrom':{'fieldRef':{"
                    + "'fieldPath':'metadata.name'}}}],'ports':[{'containerPort':80}],'resources':{'limits':{'cpu':'1',"
                    + "'memory':'1Gi'}},'livenessProbe':{'httpGet':{'port':'http','path':'/x'}},'readinessProbe':{"
                    + "'tcpSocket':{'port':81}},'securityContext':{'runAsUser':0,'privileged':false}}],"
                    + "'volumes':[{'name':'v','emptyDir':{'sizeLimit':'1Mi'}},{'name':'d','downwardAPI':{'items':[{"
                    + "'path':'l','fieldRef':{'fieldPath':'metadata.labels'}}]}}],'affinity':{'nodeAffinity':{"
                    + "'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{'matchExpressions':[{"
                    + "'key':'k','operator':'In','values':['1','2']}]}]}}}}}",
            "/api/v1/namespaces/default/configmaps {'metadata':{'name':'c'},'data':{'k':'ü'},'binaryData':{'b':'AAEC'}}",
            "/api/v1/namespaces/default/secrets {'metadata':{'name':'s'},'data':{'k':'dg=='},'immutable':true}",
            "/api/v1/nodes {'metadata':{'name':'n'},'spec':{'taints':[{'key':'a','effect':'NoSchedule'}]},"
                    + "'status':{'capacity':{'cpu':'4','memory':'8Gi','pods':'110'}}}",
            "/apis/apps/v1/namespaces/default/deployments {'metadata':{'name':'d'},'spec':{'replicas':0,'strategy':{"
                    + "'rollingUpdate':{'maxSurge':'30%','maxUnavailable':1}},'selector':{'matchLabels':{'a':'b'}},"
                    + "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}",
            "/apis/batch/v1/namespaces/default/jobs {'metadata':{'name':'j'},'spec':{'suspend':true,'parallelism':3,"
                    + "'completions':3,'completionMode':'Indexed','template':{'spec':{'restartPolicy':'Never','containers':[{"
                    + "'name':'c','image':'i'}]}}}}",
            "/apis/coordination.k8s.io/v1/namespaces/default/leases {'metadata':{'name':'l'},'spec':{'holderIdentity':'h',"
                    + "'leaseDurationSeconds':15,'renewTime':'2026-01-02T03:04:05.000600Z'}}",
            "/apis/policy/v1/namespaces/default/poddisruptionbudgets {'metadata':{'name':'b'},'spec':{'minAvailable':'50%',"
                    + "'selector':{'matchExpressions':[{'key':'k','operator':'Exists'}]}}}",
            "/apis/scheduling.k8s.io/v1/priorityclasses {'metadata':{'name':'pc'},'value':-5,'description':'d'}",
            "/apis/rbac.authorization.k8s.io/v1/clusterroles {'metadata':{'name':'cr'},'rules':[{'apiGroups':['',"
                    + "'batch'],'resources':['*'],'verbs':['get','list']}]}",
            "/api/v1/namespaces/default/services {'metadata':{'name':'svc'},'spec':{'ports':[{'port':80,'targetPort':"
                    + "'http'}]}}",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions {'metadata':{'name':'ws.x.io'},'spec':{'group':'x.io',"
                    + "'scope':'Namespaced','names':{'plural':'ws','kind':'W'},'versions':[{'name':'v1','served':true,"
                    + "'storage':true,'schema':{'openAPIV3Schema':{'type':'object','properties':{'a':{'type':'array',"
                    + "'items':{'type':'string','default':'d','enum':['d','e']}},'b':{'type':'object',"
                    + "'additionalProperties':{'type':'integer','minimum':1.5}}}}}}]}}",
            "/apis/storage.k8s.io/v1/storageclasses {'metadata':{'name':'sc'},'provisioner':'p','parameters':{'a':'b'}}");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void protobufIsTheSameAsJson(Kubectl kubectl) throws IOException, InterruptedException {
        Schema schema = Schema.kubernetes();
        ProtobufReader reader = new ProtobufReader(schema);
        ProtobufWriter writer = new ProtobufWriter(schema);
        try (KubectlProxy real = KubectlProxy.start(kubectl)) {
            for (String line : OBJECTS) {
                int space = line.indexOf(' ');
                String path = line.substring(0, space);
                JsonObject body =
                        (JsonObject) JsonText.read(line.substring(space + 1).replace('\'', '"'));
                HttpResponse<byte[]> made = send(real.address().resolve(path), "application/json", body);
                assertThat(made.statusCode()).as(line).isEqualTo(201);
                URI one = real.address().resolve(path + "/" + body.text("metadata", "name"));

                JsonObject json;
                byte[] bytes;
                do {
                    // The server itself writes the status of definitions, soon after they are made.
                    json = (JsonObject)
                            JsonText.read(send(one, "application/json", null).body());
                    bytes = send(one, ProtobufReader.MEDIA_TYPE, null).body();
                } while (!KubeObjects.resourceVersion(json).equals(KubeObjects.resourceVersion(reader.read(bytes))));

                assertThat(reader.read(bytes)).isEqualTo(json);
                assertThat(writer.write(json)).as(line).isEqualTo(bytes);
                URI all = real.address().resolve(path);
                JsonObject list;
                byte[] listBytes;
                do {
                    list = (JsonObject)
                            JsonText.read(send(all, "application/json", null).body());
                    listBytes = send(all, ProtobufReader.MEDIA_TYPE, null).body();
                } while (!KubeObjects.resourceVersion(list)
                        .equals(KubeObjects.resourceVersion(reader.read(listBytes))));
                assertThat(reader.read(listBytes)).as(line).isEqualTo(list);
                assertThat(writer.write(list)).as(line).isEqualTo(listBytes);
                String partial = ";as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
                JsonObject metadata = (JsonObject) JsonText.read(
                        send(one, "application/json" + partial, null).body());
                assertThat(writer.write(metadata))
                        .isEqualTo(send(one, ProtobufReader.MEDIA_TYPE + partial, null)
                                .body());
                byte[] cut = Arrays.copyOf(bytes, bytes.length - 3);
                assertThatThrownBy(() -> reader.read(cut)).isInstanceOf(ApiException.class);
            }
        }
    }

    private HttpResponse<byte[]> send(URI uri, String accept, @Nullable JsonObject body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).header("Accept", accept);
        if (body != null) {
            request.header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(JsonText.writeBytes(body)));
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }
}
