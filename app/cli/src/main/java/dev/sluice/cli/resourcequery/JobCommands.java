package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import java.io.UncheckedIOException;
import java.util.List;

/// `list`, `info`, `stat` and `cat`: what a session knows of its jobs. The tool prints these as notes, never among the
/// results.
final class JobCommands {
    private final Workspace space;

    JobCommands(Workspace space) {
        this.space = space;
    }

    void list() {
        space.jobs().all().forEach(job -> space.outlets().notes().accept(job.line()));
    }

    void info(List<String> words) {
        if (words.size() != 2) {
            space.outlets().malformed();
            return;
        }
        space.outlets()
                .notes()
                .accept(space.jobs()
                        .job(CommandWords.number(words.get(1)))
                        .map(JobRegister.Job::line)
                        .orElse("ERROR: jobid doesn't exist: " + words.get(1) + "\n"));
    }

    void stat(List<String> words) {
        if (words.size() != 1) {
            space.outlets().malformed();
            return;
        }
        space.outlets().notes().accept(space.jobs().statistics());
    }

    /// A file that cannot be read has no lines.
    void cat(List<String> words) {
        if (words.size() != 2) {
            space.outlets().malformed();
            return;
        }
        String text;
        try {
            text = space.files().read(words.get(1));
        } catch (BadInput | UncheckedIOException e) {
            text = "";
        }
        String lines = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        space.outlets().notes().accept(lines + "INFO: Jobspec in " + words.get(1) + "\n");
    }
}
