package dev.sluice.kube.apiserver.schema;

import static java.util.Objects.requireNonNull;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.util.List;

/// A pod with something in it, and what the server says of it: nothing, unless it is wrong.
///
/// @param spec fields of its spec
/// @param container fields of its only container
/// @param metadata fields of its metadata
record FieldCheckCase(String spec, String container, String metadata, String message) {
    static final ObjectSchema POD = requireNonNull(Schema.kubernetes().kind("v1", "Pod"));

    private static final String QUANTITIES =
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

    static final List<FieldCheckCase> ALL = List.of(
            spec("'priority': 1", ""),
            spec("'foo': 1, 'bar': {'x': 1}", strict("spec.foo", "spec.bar")),
            spec("'Containers': [], 'hostnetwork': true", strict("spec.Containers", "spec.hostnetwork")),
            container("'zip': 1", strict("spec.containers[0].zip")),
            container(
                    "'livenessProbe': {'httpGet': {'foo': {}}}",
                    strict("spec.containers[0].livenessProbe.httpGet.foo")),
            metadata("'labels': {'a': '1'}, 'zzz': 1", strict("metadata.zzz")),
            spec("'a\\\"b': 1", "strict decoding error: unknown field \"spec.a\\\"b\""),
            spec("'priority': 'x'", cannot("string", "PodSpec.spec.priority", "int32")),
            spec("'priority': 'x', 'foo': 1", cannot("string", "PodSpec.spec.priority", "int32")),
            spec("'priority': 'x', 'restartPolicy': 4", cannot("string", "PodSpec.spec.priority", "int32")),
            spec("'priority': 1.5", cannot("number 1.5", "PodSpec.spec.priority", "int32")),
            spec("'priority': 1.0", cannot("number 1.0", "PodSpec.spec.priority", "int32")),
            spec("'priority': 99999999999", cannot("number 99999999999", "PodSpec.spec.priority", "int32")),
            spec("'hostNetwork': 'true'", cannot("string", "PodSpec.spec.hostNetwork", "bool")),
            spec("'restartPolicy': 3", cannot("number", "PodSpec.spec.restartPolicy", "v1.RestartPolicy")),
            spec("'restartPolicy': true", cannot("bool", "PodSpec.spec.restartPolicy", "v1.RestartPolicy")),
            spec("'restartPolicy': {'a': 1}", cannot("object", "PodSpec.spec.restartPolicy", "v1.RestartPolicy")),
            spec("'restartPolicy': ['a']", cannot("array", "PodSpec.spec.restartPolicy", "v1.RestartPolicy")),
            spec("'restartPolicy': null", ""),
            spec("'volumes': 'x'", cannot("string", "PodSpec.spec.volumes", "[]v1.Volume")),
            spec("'volumes': {}", cannot("object", "PodSpec.spec.volumes", "[]v1.Volume")),
            spec("'volumes': ['x']", cannot("string", "PodSpec.spec.volumes", "v1.Volume")),
            spec(
                    "'volumes': [{'name': 'v', 'emptyDir': 'x'}]",
                    cannot("string", "Volume.spec.volumes.VolumeSource.emptyDir", "v1.EmptyDirVolumeSource")),
            spec("'nodeSelector': {'a': 1}", cannot("number", "PodSpec.spec.nodeSelector", "string")),
            spec("'nodeSelector': []", cannot("array", "PodSpec.spec.nodeSelector", "map[string]string")),
            spec("'securityContext': 'x'", cannot("string", "PodSpec.spec.securityContext", "v1.PodSecurityContext")),
            spec("'tolerations': [{'key': 1}]", cannot("number", "Toleration.spec.tolerations.key", "string")),
            container("'command': 'x'", cannot("string", "Container.spec.containers.command", "[]string")),
            container("'command': [1]", cannot("number", "Container.spec.containers.command", "string")),
            container(
                    "'ports': [{'containerPort': 'x'}]",
                    cannot("string", "ContainerPort.spec.containers.ports.containerPort", "int32")),
            container(
                    "'securityContext': {'capabilities': {'add': [1]}}",
                    cannot("number", "Capabilities.spec.containers.securityContext.capabilities.add", "v1.Capability")),
            container(
                    "'resources': {'requests': 'x'}",
                    cannot("string", "ResourceRequirements.spec.containers.resources.requests", "v1.ResourceList")),
            quantity("1", ""),
            quantity("'1.5Gi'", ""),
            quantity("'+1e3'", ""),
            quantity("'.5'", ""),
            quantity("' 2 '", ""),
            quantity("'abc'", QUANTITIES),
            quantity("''", QUANTITIES),
            quantity("'1 Gi'", QUANTITIES),
            quantity("'1.2.3'", QUANTITIES),
            quantity("true", QUANTITIES),
            quantity("{}", QUANTITIES),
            quantity("'1Gib'", QUANTITIES),
            quantity("'1iG'", "unable to parse quantity's suffix"),
            quantity("'1e'", "unable to parse quantity's suffix"),
            quantity("'1m5'", "unable to parse quantity's suffix"),
            new FieldCheckCase("'priority': 'x'", "'resources': {'requests': {'cpu': 'abc'}}", "", QUANTITIES),
            port("80", ""),
            port("'http'", ""),
            port("true", cannot("bool", portPath(), "int32")),
            port("1.5", cannot("number 1.5", portPath(), "int32")),
            port("99999999999", cannot("number 99999999999", portPath(), "int32")),
            port("{}", cannot("object", portPath(), "int32")),
            created("null", ""),
            created("'2026-01-02T03:04:05Z'", ""),
            created("'2026-01-02T03:04:05.678+02:00'", ""),
            created("5", cannot("number", "ObjectMeta.metadata.creationTimestamp", "string")),
            created("'x'", time("x", "x", "2006")),
            created("''", time("", "", "2006")),
            created("'2026-1-02'", time("2026-1-02", "1-02", "01")),
            created("'2026-01-02 03:04:05Z'", time("2026-01-02 03:04:05Z", " 03:04:05Z", "T")),
            created("'2026-01-02T03:04:05'", time("2026-01-02T03:04:05", "", "Z07:00")),
            created("'2026-13-02T03:04:05Z'", "parsing time \"2026-13-02T03:04:05Z\": month out of range"),
            created("'2026-02-30T03:04:05Z'", "parsing time \"2026-02-30T03:04:05Z\": day out of range"),
            created("'2026-02-03T25:04:05Z'", "parsing time \"2026-02-03T25:04:05Z\": hour out of range"),
            created("'2026-02-03T03:04:05Zz'", "parsing time \"2026-02-03T03:04:05Zz\": extra text: \"z\""),
            metadata("'labels': {'a': 1}", cannot("number", "ObjectMeta.metadata.labels", "string")),
            metadata("'managedFields': [{'fieldsV1': 'x'}]", ""));

    JsonObject pod() {
        String text = "{'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'a'%s}, 'spec': {%s%s}}"
                .formatted(
                        metadata.isEmpty() ? "" : ", " + metadata,
                        "'containers': [{'name': 'c', 'image': 'i'%s}]"
                                .formatted(container.isEmpty() ? "" : ", " + container),
                        spec.isEmpty() ? "" : ", " + spec);
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    FieldCheck.Findings check() {
        return FieldCheck.check(POD, pod());
    }

    private static FieldCheckCase spec(String fields, String message) {
        return new FieldCheckCase(fields, "", "", message);
    }

    private static FieldCheckCase container(String fields, String message) {
        return new FieldCheckCase("", fields, "", message);
    }

    private static FieldCheckCase metadata(String fields, String message) {
        return new FieldCheckCase("", "", fields, message);
    }

    private static FieldCheckCase quantity(String value, String message) {
        return container("'resources': {'requests': {'cpu': " + value + "}}", message);
    }

    private static FieldCheckCase port(String value, String message) {
        return container("'livenessProbe': {'httpGet': {'port': " + value + "}}", message);
    }

    private static String portPath() {
        return "HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port";
    }

    private static FieldCheckCase created(String value, String message) {
        return metadata("'creationTimestamp': " + value, message);
    }

    private static String cannot(String what, String field, String type) {
        return "json: cannot unmarshal %s into Go struct field %s of type %s".formatted(what, field, type);
    }

    private static String time(String all, String rest, String part) {
        return "parsing time \"%s\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"%s\" as \"%s\""
                .formatted(all, rest, part);
    }

    private static String strict(String... fields) {
        return "strict decoding error: unknown field \"" + String.join("\", unknown field \"", fields) + "\"";
    }
}
