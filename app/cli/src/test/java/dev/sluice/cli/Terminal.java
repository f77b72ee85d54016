package dev.sluice.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What a user sees of one command.
record Terminal(int exitCode, String out, String err) {

    static Terminal run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Terminal(exitCode, out.toString(), err.toString());
    }
}
