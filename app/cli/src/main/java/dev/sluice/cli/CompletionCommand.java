package dev.sluice.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice completion`: the script that teaches a shell to complete our commands.
@Command(
        name = "completion",
        header = "Print the completion script for a shell.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(sluice completion bash)      in ~/.bashrc",
            "  source <(sluice completion zsh)       in ~/.zshrc"
        })
final class CompletionCommand implements Runnable {
    enum Shell {
        bash,
        zsh
    }

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Shell shell;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        String script = AutoComplete.bash("sluice", spec.root().commandLine());
        if (shell == Shell.zsh) {
            // zsh runs bash completions once both of its completion systems are loaded.
            script = "autoload -Uz compinit bashcompinit && compinit -u && bashcompinit\n" + script;
        }
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
    }
}
