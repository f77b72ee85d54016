package dev.sluice.kube.apiserver.contract;

import dev.sluice.testkit.kubernetes.ContractFile;
import java.util.ArrayList;
import java.util.List;

/// Steps that belong together, in a namespace of their own.
record ContractCase(String name, List<Step> steps) {

    /// One line of a case.
    sealed interface Step {}

    /// One request.
    ///
    /// @param contentType empty if there is no body
    /// @param isLoose whether only code and reason are compared, since the message is a parser's own
    /// @param accept what the client wants to be answered; empty if it does not say
    record Request(String method, String path, String contentType, String body, boolean isLoose, String accept)
            implements Step {
        @Override
        public String toString() {
            return method + " " + path + (body.isEmpty() ? "" : " " + body);
        }
    }

    /// Remembers a part of the answer before, for later lines of the same server.
    record Let(String name, String path) implements Step {}

    /// Opens a watch and leaves it open.
    record Open(String watch, String path) implements Step {}

    /// Reads from a watch that is open.
    ///
    /// @param count how many events; -1 for all until the server ends the watch
    record Read(String watch, int count) implements Step {}

    /// Changes the secret `a` and makes a request, again and again, until the answer has a code.
    record Until(int code, Request request) implements Step {}

    /// The steps that are requests.
    List<Request> requests() {
        return steps.stream()
                .filter(Request.class::isInstance)
                .map(Request.class::cast)
                .toList();
    }

    /// Whether a busy machine may make a difference: the real server does not send what is due only after a watch has
    /// ended, and a watch may begin later than it should.
    boolean isByTheClock() {
        return name.startsWith("by the clock: ");
    }

    @Override
    public String toString() {
        return name;
    }

    /// Reads the cases of a file beside this class's resources.
    static List<ContractCase> read(String file) {
        return ContractFile.read(file).stream().map(ContractCase::of).toList();
    }

    private static ContractCase of(ContractFile.Case given) {
        List<Step> steps = new ArrayList<>();
        String type = "";
        String accept = "";
        for (String line : given.lines()) {
            if (line.startsWith("> Content-Type: ")) {
                type = line.substring("> Content-Type: ".length());
            } else if (line.startsWith("> Accept: ")) {
                accept = line.substring("> Accept: ".length());
            } else {
                steps.add(step(line, type, accept));
            }
        }
        return new ContractCase(given.name(), steps);
    }

    private static Step step(String line, String type, String accept) {
        String[] words = line.split(" ", 3);
        return switch (words[0]) {
            case "LET" -> new Let(words[1], words[2]);
            case "UNTIL" -> new Until(Integer.parseInt(words[1]), request(words[2], type, accept));
            case "OPEN" -> new Open(words[1], words[2]);
            case "READ" -> new Read(words[1], words[2].equals("all") ? -1 : Integer.parseInt(words[2]));
            default -> request(line, type, accept);
        };
    }

    private static Request request(String given, String type, String accept) {
        boolean isLoose = given.startsWith("~");
        String line = isLoose ? given.substring(1) : given;
        String[] words = line.split(" ", 3);
        if (words[0].equals("PATCH")) {
            String[] rest = words[2].split(" ", 2);
            String format = words[1].equals("strategic") ? "strategic-merge-patch" : words[1] + "-patch";
            return new Request("PATCH", rest[0], "application/" + format + "+json", rest[1], isLoose, accept);
        }
        String body = words.length > 2 ? words[2] : "";
        String contentType = type.isEmpty() ? "application/json" : type;
        return new Request(words[0], words[1], body.isEmpty() ? "" : contentType, body, isLoose, accept);
    }
}
