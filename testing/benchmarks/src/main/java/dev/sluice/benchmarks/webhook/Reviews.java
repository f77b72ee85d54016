package dev.sluice.benchmarks.webhook;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Reviews as the API server sends them when objects are created.
final class Reviews {
    private static final String REVIEW = """
            {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{
             "uid":"705ab4f5-6393-11e8-b7cc-42010a800002","kind":{"group":"%1$s","version":"v1","kind":"%2$s"},
             "resource":{"group":"%1$s","version":"v1","resource":"%3$s"},"namespace":"lab","operation":"CREATE",
             "userInfo":{"username":"alice@example.org","groups":["lab","system:authenticated"]},
             "dryRun":false,"oldObject":null,"options":{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1"},
             "object":{"kind":"%2$s","apiVersion":"%4$s","metadata":{"name":"solve-42","namespace":"lab",
              "labels":{"app":"solver","team":"physics"},"annotations":{"sluice.dev/walltime":"2h"}},"spec":%5$s}}}
            """;

    private Reviews() {}

    /// Returns the review of a Job with one container.
    static String job() {
        String spec = """
                {"parallelism":16,"completions":16,"completionMode":"Indexed","backoffLimit":6,"suspend":false,
                 "podReplacementPolicy":"TerminatingOrFailed","template":{"metadata":{"labels":{"app":"solver"}},"spec":%s}}
                """.formatted(podSpec(1, 12));
        return REVIEW.formatted("batch", "Job", "jobs", "batch/v1", spec);
    }

    /// Returns the review of a pod with many containers and long environments, about 100 KiB.
    static String largePod() {
        return REVIEW.formatted("", "Pod", "pods", "v1", podSpec(20, 80));
    }

    private static String podSpec(int containers, int variables) {
        String environment = IntStream.range(0, variables)
                .mapToObj(i -> "{\"name\":\"VARIABLE_%d\",\"value\":\"some text of usual length, %d\"}".formatted(i, i))
                .collect(Collectors.joining(","));
        String all = IntStream.range(0, containers)
                .mapToObj(i -> container(i, environment))
                .collect(Collectors.joining(","));
        return """
                {"restartPolicy":"Never","schedulerName":"default-scheduler","dnsPolicy":"ClusterFirst",
                 "terminationGracePeriodSeconds":30,"securityContext":{},"nodeSelector":{"sluice.dev/rack":"rack-7"},
                 "volumes":[{"name":"scratch","emptyDir":{}},{"name":"config","configMap":{"name":"solver"}}],
                 "containers":[%s]}
                """.formatted(all);
    }

    /// Returns a container of ordinary size: its command, variables and mounts.
    private static String container(int number, String environment) {
        return """
                {"name":"worker-%d","image":"images.example/lab/solver:2.1","command":["mpirun","--bind-to","core","solve"],
                 "args":["--input","/data/case.h5","--steps","100000","--checkpoint","/scratch/out"],
                 "env":[%s],"volumeMounts":[{"name":"scratch","mountPath":"/scratch"},{"name":"config","mountPath":"/etc/s"}],
                 "resources":{"requests":{"cpu":"16","memory":"64Gi"},"limits":{"cpu":"16","memory":"64Gi"}},
                 "terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File",
                 "imagePullPolicy":"IfNotPresent"}
                """.formatted(number, environment);
    }
}
