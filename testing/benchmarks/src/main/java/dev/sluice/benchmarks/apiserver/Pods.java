package dev.sluice.benchmarks.apiserver;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;

/// What is made: a pod as a job of a queue has it, about a kilobyte when the server has added its defaults.
final class Pods {
    private Pods() {}

    /// One of a swarm: like all others but for its name.
    static String text(String name) {
        return text(name, "7");
    }

    /// With a specification of its own.
    static String text(String name, String index) {
        return """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s","labels":{"app":"bench","job":"%s"}},\
            "spec":{"restartPolicy":"Never","containers":[{"name":"main","image":"example.com/work:1",\
            "command":["work","--all"],"env":[{"name":"INDEX","value":"%s"}],\
            "resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"1","memory":"1Gi"}}}]}}""".formatted(name, name, index);
    }

    static String bindingText(String name, String node) {
        return """
            {"apiVersion":"v1","kind":"Binding","metadata":{"name":"%s"},\
            "target":{"apiVersion":"v1","kind":"Node","name":"%s"}}""".formatted(name, node);
    }

    static JsonObject read(String text) {
        return (JsonObject) JsonText.read(text);
    }
}
