package dev.sluice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.scheduling.backfill.Conservative;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Where settings come from, and what is refused.
class ConfigurationTest {
    private static Configuration of(
            @Nullable String file, Map<String, String> environment, Map<String, String> options) {
        return Configuration.of(file, "sluice.yaml", environment, options);
    }

    @Test
    void anOptionGoesBeforeTheEnvironmentThatBeforeTheFileAndThatBeforeTheDefault() {
        String file = "policy: fcfs\nmatchPolicy: high\nhttp: {port: 81}\nzoneLabel: zone\n";
        Configuration all =
                of(file, Map.of("SLUICE_POLICY", "easy++", "SLUICE_HTTP_PORT", "82"), Map.of("http.port", "83"));

        assertThat(all.value(Setting.HTTP_PORT)).isEqualTo(new Configuration.Value("83", "--set"));
        assertThat(all.value(Setting.POLICY)).isEqualTo(new Configuration.Value("easy++", "SLUICE_POLICY"));
        assertThat(all.value(Setting.MATCH_POLICY)).isEqualTo(new Configuration.Value("high", "sluice.yaml:2"));
        assertThat(all.value(Setting.RACK_LABEL)).isEqualTo(new Configuration.Value("sluice.dev/rack", "default"));
    }

    @Test
    void everySettingHasItsVariable() {
        assertThat(Setting.DATABASE_PASSWORD_FILE.variable()).isEqualTo("SLUICE_DATABASE_PASSWORD_FILE");
        assertThat(Setting.MATCH_POLICY.variable()).isEqualTo("SLUICE_MATCH_POLICY");
    }

    @Test
    void aVariableOfNoSettingIsWarnedOf() {
        Configuration all = of(
                null,
                Map.of(
                        "SLUICE_HTTP_PROT", "82",
                        "SLUICE_QUEUES_GPU_WALLTIME", "1h",
                        "SLUICE_POLICY", "easy",
                        "SLUICE_JAVA_OPTIONS", "-Xmx2g",
                        "SLUICE_SERVICE_HOST", "10.0.0.1",
                        "SLUICE_SERVICE_PORT_WEBHOOK", "9443",
                        "SLUICE_PORT", "tcp://10.0.0.1:9443",
                        "SLUICE_PORT_9443_TCP_ADDR", "10.0.0.1",
                        "PATH", "/bin"),
                Map.of());

        assertThat(all.warnings())
                .containsExactly(
                        "SLUICE_HTTP_PROT is no variable of a setting, and has no effect. Maybe SLUICE_HTTP_PORT?",
                        "SLUICE_QUEUES_GPU_WALLTIME is no variable of a setting, and has no effect");
        assertThat(all.value(Setting.HTTP_PORT).text()).isEqualTo("8080");
    }

    @Test
    void anUnknownKeyIsRefusedWithItsLineAndTheLikelyOne() {
        assertThatThrownBy(() -> of("http:\n  prot: 80\n", Map.of(), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage("sluice.yaml:2: unknown setting (http.prot). Maybe http.port?");
    }

    @Test
    void aFileThatIsNoYamlIsRefusedWithItsLine() {
        assertThatThrownBy(() -> of("policy: easy\nhttp: [\n", Map.of(), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("sluice.yaml:");
    }

    @Test
    void allProblemsAreToldAtOnceWithValuesAndOrigins() {
        Configuration wrong = of(
                "policy: best\naudit: {every: soon}\nqueues: {gpu: {walltime: -1h}}\n",
                Map.of("SLUICE_HTTP_PORT", "70000"),
                Map.of("database.url", "postgres://db", "secure.key", "key.pem"));

        assertThatThrownBy(() -> ServerConfig.of(wrong))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(e.problems())
                                .hasSize(6)
                                .anyMatch(it -> it.startsWith("sluice.yaml:1: policy (best) must be one of fcfs, easy"))
                                .anyMatch(it -> it.startsWith("sluice.yaml:2: audit.every (soon) must be a duration"))
                                .anyMatch(it ->
                                        it.startsWith("sluice.yaml:3: queues.gpu.walltime (-1h) must be a positive"))
                                .anyMatch(it -> it.startsWith("SLUICE_HTTP_PORT: http.port (70000) must be a number"))
                                .anyMatch(it -> it.startsWith("--set: database.url (postgres://db) must begin with"))
                                .anyMatch(it ->
                                        it.equals("--set: secure.key (key.pem) needs secure.certificate as well")));
    }

    @Test
    void intakeIsToldOfControllersAndOfNamespacesThatAreNotManaged() {
        IntakeOptions said = ServerConfig.of(of(
                        "intake: {controllers: 'ray, system:serviceaccount:argo:*', excludedNamespaces: 'infra'}",
                        Map.of(),
                        Map.of()))
                .scheduler()
                .live()
                .intake();

        assertThat(said).isEqualTo(new IntakeOptions(Set.of("infra"), List.of("ray", "system:serviceaccount:argo:*")));
        assertThat(ServerConfig.of(of("", Map.of(), Map.of()))
                        .scheduler()
                        .live()
                        .intake())
                .isEqualTo(IntakeOptions.DEFAULT);
    }

    @Test
    void theTimeForContainersToStartMayBeChosen() {
        Configuration said = of("startTimeout: 90s\n", Map.of(), Map.of());

        assertThat(ServerConfig.of(said).scheduler().live().startNanos()).isEqualTo(90_000_000_000L);
        assertThat(ServerConfig.of(of("", Map.of(), Map.of()))
                        .scheduler()
                        .live()
                        .startNanos())
                .isEqualTo(LiveScheduler.Options.START_NANOS);
    }

    @Test
    void namesThatIntakeCouldNotUseAreRefused() {
        Map<String, String> wrong = Map.of("intake.controllers", "a*b,*", "intake.excludedNamespaces", "infra,,lab");

        assertThatThrownBy(() -> ServerConfig.of(of("", Map.of(), wrong)))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(e.problems())
                                .containsExactly(
                                        "--set: intake.controllers (a*b,*) may have a * at the end of a name only",
                                        "--set: intake.controllers (a*b,*) must not stand for all users",
                                        "--set: intake.excludedNamespaces (infra,,lab) must be names separated by"
                                                + " commas"));
    }

    @Test
    void aGoodConfigurationIsTakenOver() {
        ServerConfig config = ServerConfig.of(of(
                "policy: conservative\nqueues: {default: {walltime: 2h}}\n",
                Map.of("SLUICE_DATABASE_PASSWORD", "secret"),
                Map.of("database.url", "jdbc:postgresql://db/sluice")));

        assertThat(config.scheduler().live().engine().policy()).isInstanceOf(Conservative.class);
        assertThat(config.database()).hasValueSatisfying(database -> {
            assertThat(database.password()).isEqualTo("secret");
            assertThat(database.synchronousCommit()).isTrue();
        });
        assertThat(config.http().port()).isEqualTo(8080);
    }
}
