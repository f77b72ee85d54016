package dev.sluice.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.controller.ClusterFollower;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.ForwardingWatch;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;

/// A watch that hides a pod, which lists show: only the audit can find that.
class DriftTest {
    private static final long LIMIT_SECONDS = 180;
    private static final String HIDDEN = "hidden";

    @CommandLine.Command
    private static final class Plain {
        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli
        private OutputOption output;
    }

    private static final class Hiding extends ForwardingKube {
        Hiding(Kube kube) {
            super(kube);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            return new ForwardingWatch(super.watch(type, namespace, options, wake)) {
                @Override
                public Optional<WatchEvent> poll() {
                    Optional<WatchEvent> event = super.poll();
                    while (event.isPresent()
                            && KubeObjects.name(event.get().object()).equals(HIDDEN)) {
                        event = super.poll();
                    }
                    return event;
                }
            };
        }
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    @Test
    @Timeout(LIMIT_SECONDS)
    void driftIsPrintedAndIsTheExitCode() throws InterruptedException {
        Clock clock = new SystemClock();
        StringWriter out = new StringWriter();
        try (EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), 0)) {
            Kube kube = server.kube();
            kube.create(
                    KubeTypes.NODES,
                    "",
                    object("{'metadata':{'name':'n'},'status':{'allocatable':{'cpu':'4','pods':'10'},"
                            + "'conditions':[{'type':'Ready','status':'True'}]}}"),
                    WriteOptions.PLAIN);
            kube.create(
                    KubeTypes.PODS,
                    "default",
                    object("{'metadata':{'name':'hidden'},'spec':{'nodeName':'n','containers':"
                            + "[{'name':'c','image':'i','resources':{'requests':{'cpu':'1500m'}}}]}}"),
                    WriteOptions.PLAIN);
            Following.Settings settings = new Following.Settings(
                    ClusterFollower.Options.DEFAULT, Clock.NANOS_PER_SECOND / 10, Clock.NANOS_PER_SECOND);
            Plain plain = new Plain();
            CommandLine command = new CommandLine(plain).setOut(new PrintWriter(out));
            command.parseArgs();
            try (Following following =
                    Following.start(new Hiding(kube), settings, clock, new Seeds(1), new FailRunOnFault())) {
                int exitCode = WatchCommand.once(new Printing(command, plain.output, Rows.auto, following));

                assertThat(exitCode).isEqualTo(ExitCode.FAILED);
            }
        }
        assertThat(out.toString())
                .contains("drift: 2, nodes compared: 1, pods compared: 1")
                .contains("drift node=n what=cpu expected=1500 found=0 holder=default/hidden")
                .contains("drift node=n what=pods expected=1 found=0 holder=default/hidden");
    }
}
