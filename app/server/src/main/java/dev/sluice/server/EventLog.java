package dev.sluice.server;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.call.CallListener;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.sync.SourceListener;
import dev.sluice.controller.workload.NoticeListener;
import dev.sluice.runtime.id.F58;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Logs what happens to managed objects, and trouble with the API server: one line each, which begins with what it is
/// about, as `job=lab/train`.
final class EventLog implements NoticeListener, CallListener, SourceListener {
    private static final Logger LOGGER = System.getLogger(EventLog.class.getName());

    @Override
    public void noticed(WorkloadRef object, long job, boolean isWarning, String reason, String message) {
        LOGGER.log(
                isWarning ? Level.WARNING : Level.INFO,
                "{0}={1} kind={2}{3} event={4} message={5}",
                object.kind().equals(WorkloadRef.NODE) ? "node" : "job",
                object.key(),
                object.kind(),
                job == 0 ? "" : " id=" + F58.encode(job),
                reason,
                LogText.value(message));
    }

    @Override
    public void failed(Call call, Answer answer) {
        LOGGER.log(level(answer), "call={0} failed={1}", LogText.value(call.what()), LogText.value(answer.problem()));
    }

    private static Level level(Answer answer) {
        return switch (answer.remedy()) {
            // Access, policies or webhooks: an operator must mend them.
            case UNDO -> Level.WARNING;
            case RETRY -> Level.INFO;
            case READ_AGAIN -> answer instanceof Answer.Unknown ? Level.INFO : Level.DEBUG;
            // The object has changed meanwhile, or this process may not act: part of the course.
            case NONE, DROP, DECIDE_AGAIN -> Level.DEBUG;
        };
    }

    @Override
    public void fails(Source source, String why) {
        LOGGER.log(
                Level.WARNING, "source={0} event=Fails message={1}", LogText.value(source.text()), LogText.value(why));
    }

    @Override
    public void worksAgain(Source source) {
        LOGGER.log(Level.WARNING, "source={0} event=WorksAgain", LogText.value(source.text()));
    }
}
