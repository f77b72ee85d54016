package dev.sluice.kube.schema;

import static java.util.Objects.requireNonNull;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// An object, and what a strict server says of it: nothing, unless it is wrong.
///
/// @param text in JSON
record FieldCheckCase(String apiVersion, String kind, String text, String message) {
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
            pod("'priority': 'x'", "'resources': {'requests': {'cpu': 'abc'}}", "", QUANTITIES),
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
            metadata("'managedFields': [{'fieldsV1': 'x'}]", ""),
            metadata(
                    "'annotations': {'a': '1', 'a': '2'}, 'zzz': 1",
                    "strict decoding error: duplicate field \"metadata.annotations.a\", unknown field \"metadata.zzz\""),
            container("'tty': true, 'tty': false", "strict decoding error: duplicate field \"spec.containers[0].tty\""),
            spec("'foo': 1, 'foo': 2", strict("spec.foo")),
            of("v1", "Secret", "'metadata': 'a'", cannot("string", "Secret.metadata", "v1.ObjectMeta")),
            secret("1", cannot("number", "Secret.data", "[]uint8")),
            secret("'YWJj'", ""),
            secret("'YQ=='", ""),
            secret("'?'", base64(0)),
            secret("'YWJ'", base64(0)),
            secret("'YWJjZ'", base64(4)),
            secret("'YWJj='", base64(4)),
            secret("'YQ=a'", base64(2)),
            secret("'YQ='", base64(3)),
            secret("'YQ==Y'", base64(4)),
            lease("'2026-01-02T03:04:05.123456Z'", ""),
            lease(
                    "'2026-01-02T03:04:05Z'",
                    "parsing time \"2026-01-02T03:04:05Z\" as \"2006-01-02T15:04:05.000000Z07:00\": "
                            + "cannot parse \"Z\" as \".000000\""),
            of(
                    "apps/v1",
                    "Deployment",
                    "'spec': {'replicas': '3'}",
                    cannot("string", "DeploymentSpec.spec.replicas", "int32")),
            of("apps/v1", "Deployment", "'spec': []", cannot("array", "Deployment.spec", "v1.DeploymentSpec")),
            of(
                    "apps/v1",
                    "Deployment",
                    "'spec': {'template': {'spec': {'containers': [{'name': 'a'}, {'foo': 1}, {'foo': 2}]}}}",
                    strict("spec.template.spec.containers[1].foo", "spec.template.spec.containers[2].foo")),
            of(
                    "v1",
                    "PersistentVolumeClaim",
                    "'spec': {'accessModes': [1]}",
                    cannot("number", "PersistentVolumeClaimSpec.spec.accessModes", "v1.PersistentVolumeAccessMode")),
            of(
                    "authorization.k8s.io/v1",
                    "SubjectAccessReview",
                    "'spec': {'user': 'a', 'extra': {'a': 'b'}}",
                    cannot("string", "SubjectAccessReviewSpec.spec.extra", "v1.ExtraValue")),
            of(
                    "admissionregistration.k8s.io/v1",
                    "ValidatingWebhookConfiguration",
                    "'webhooks': [{'rules': [{'apiGroups': 'a'}]}]",
                    cannot("string", "RuleWithOperations.webhooks.rules.Rule.apiGroups", "[]string")),
            crd("{'items': {'type': 1}}", cannot("number", schemaPath() + ".items.type", "string")),
            crd("{'items': [1]}", cannot("number", schemaPath() + ".items", "v1.JSONSchemaProps")),
            crd("{'additionalProperties': 'x'}", "boolean or JSON schema expected"),
            crd("{'items': {'foo': 1}}", ""),
            crd("{'dependencies': {'a': [1]}}", cannot("number", schemaPath() + ".dependencies", "string")),
            crd("{'foo': 1}", strict("spec.versions[0].schema.openAPIV3Schema.foo")),
            crd("{'maximum': 'x'}", cannot("string", schemaPath() + ".maximum", "float64")),
            crd(
                    "{'properties': {'a': {'enum': 1}}}",
                    cannot("number", schemaPath() + ".properties.enum", "[]v1.JSON")));

    StrictDecoding.Findings check() {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ObjectSchema schema = requireNonNull(Schema.kubernetes().kind(apiVersion, kind));
        return StrictDecoding.check(schema, (JsonObject) JsonText.read(bytes), DuplicateFields.find(bytes));
    }

    private static FieldCheckCase of(String apiVersion, String kind, String fields, String message) {
        String text = "{'apiVersion': '%s', 'kind': '%s', %s}".formatted(apiVersion, kind, fields);
        return new FieldCheckCase(apiVersion, kind, text.replace('\'', '"'), message);
    }

    /// @param spec fields of its spec
    /// @param container fields of its only container
    /// @param metadata fields of its metadata
    private static FieldCheckCase pod(String spec, String container, String metadata, String message) {
        String fields = "'metadata': {'name': 'a'%s}, 'spec': {'containers': [{'name': 'c', 'image': 'i'%s}]%s}"
                .formatted(more(metadata), more(container), more(spec));
        return of("v1", "Pod", fields, message);
    }

    private static String more(String fields) {
        return fields.isEmpty() ? "" : ", " + fields;
    }

    private static FieldCheckCase spec(String fields, String message) {
        return pod(fields, "", "", message);
    }

    private static FieldCheckCase container(String fields, String message) {
        return pod("", fields, "", message);
    }

    private static FieldCheckCase metadata(String fields, String message) {
        return pod("", "", fields, message);
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

    private static FieldCheckCase secret(String value, String message) {
        return of("v1", "Secret", "'metadata': {'name': 'a'}, 'data': {'a': " + value + "}", message);
    }

    private static String base64(int at) {
        return "illegal base64 data at input byte " + at;
    }

    private static FieldCheckCase lease(String renewed, String message) {
        String fields = "'metadata': {'name': 'a'}, 'spec': {'renewTime': " + renewed + "}";
        return of("coordination.k8s.io/v1", "Lease", fields, message);
    }

    private static FieldCheckCase crd(String schema, String message) {
        return of(
                "apiextensions.k8s.io/v1",
                "CustomResourceDefinition",
                "'spec': {'versions': [{'schema': {'openAPIV3Schema': " + schema + "}}]}",
                message);
    }

    private static String schemaPath() {
        return "JSONSchemaProps.spec.versions.schema.openAPIV3Schema";
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
