package dev.sluice.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What can be configured. A key is the same in the file (`http.port` is `port` below `http`), as an option
/// (`--set http.port=8080`) and, in capitals, in the environment (`SLUICE_HTTP_PORT`).
public enum Setting {
    DATABASE_URL("database.url", "", "jdbc:postgresql://host:5432/name; PostgreSQL 15 or newer"),
    DATABASE_USER("database.user", "sluice", "the owner of the schema"),
    DATABASE_PASSWORD("database.password", "", "better in the environment or a file"),
    DATABASE_PASSWORD_FILE("database.passwordFile", "", "a file that has the password"),
    HISTORY("history", "9600h", "how long ended jobs, their use and decisions are kept"),
    POLICY("policy", "easy", "fcfs, easy, easy-sjbf, easy++, hybrid:N or conservative"),
    MATCH_POLICY("matchPolicy", "low", "which of several free nodes are chosen, as of resource-query -P"),
    START_TIMEOUT("startTimeout", "5m", "how long after its release a Job of which no container has started is undone"),
    RACK_LABEL("rackLabel", "sluice.dev/rack", "the node label that names its rack"),
    ZONE_LABEL("zoneLabel", "topology.kubernetes.io/zone", "the node label that names its zone"),
    INTAKE_CONTROLLERS(
            "intake.controllers",
            "system:kube-controller-manager,system:serviceaccount:kube-system:*",
            "users that create objects for others, by commas; a final * stands for any ending"),
    INTAKE_EXCLUDED_NAMESPACES(
            "intake.excludedNamespaces",
            "kube-system,kube-public,kube-node-lease,sluice",
            "namespaces in which nothing is managed, by commas"),
    AUDIT_EVERY("audit.every", "5m", "the time from the end of an audit to the next one"),
    HTTP_ADDRESS("http.address", "0.0.0.0", "where /healthz, /readyz and /metrics listen"),
    HTTP_PORT("http.port", "8080", "0 for any free one"),
    SECURE_ADDRESS("secure.address", "0.0.0.0", "where the webhook and the queue listen, over HTTPS"),
    SECURE_PORT("secure.port", "9443", "0 for any free one"),
    SECURE_NAMES("secure.names", "sluice.sluice.svc", "the DNS names in the server's own certificate, by commas"),
    SECURE_CERTIFICATE("secure.certificate", "", "a mounted certificate, in PEM; otherwise the server makes its own"),
    SECURE_KEY("secure.key", "", "the key of the mounted certificate, in PEM"),
    SECURE_URL("secure.url", "", "the address that sluice queue uses; published in the ConfigMap sluice/sluice-api");

    static final String ENVIRONMENT_PREFIX = "SLUICE_";

    private final String key;
    private final String otherwise;
    private final String description;

    Setting(String key, String otherwise, String description) {
        this.key = key;
        this.otherwise = otherwise;
        this.description = description;
    }

    public String key() {
        return key;
    }

    /// Returns the value if nothing else is said.
    public String otherwise() {
        return otherwise;
    }

    public String description() {
        return description;
    }

    /// Returns the name of its environment variable.
    public String variable() {
        String words = key.replace('.', '_').replaceAll("([a-z])([A-Z])", "$1_$2");
        return ENVIRONMENT_PREFIX + words.toUpperCase(Locale.ROOT);
    }

    /// Whether its value must not be printed.
    public boolean isSecret() {
        return this == DATABASE_PASSWORD;
    }

    static Optional<Setting> named(String key) {
        return Arrays.stream(values()).filter(each -> each.key.equals(key)).findFirst();
    }

    static List<String> variables() {
        return Arrays.stream(values()).map(Setting::variable).toList();
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(Setting::key).toList();
    }
}
