package dev.sluice.kube.apiserver.contract;

/// A line of a file of requests, such as `AS bob,devs PATCH merge /path {"a":1}`. `NS` stands for a namespace
/// of the case's own; after `~` only code and reason are compared; `AWAIT path condition` and `GONE path` wait,
/// and `UNTIL word` before a request repeats it until the answer has that word.
///
/// @param as the user to be, and the user's groups after commas; empty for the administrator
/// @param until what the answer must have in the end; empty if any will do
/// @param type the media type of the body; empty if there is none
record Line(
        String text, boolean isLoose, String until, String as, String method, String path, String type, String body) {

    static Line parse(String line, String namespace) {
        String text = line.replace("NS", namespace);
        boolean isLoose = text.startsWith("~");
        String rest = isLoose ? text.substring(1) : text;
        String until = "";
        if (rest.startsWith("UNTIL ")) {
            String[] parts = rest.split(" ", 3);
            until = parts[1];
            rest = parts[2];
        }
        String as = "";
        if (rest.startsWith("AS ")) {
            String[] parts = rest.split(" ", 3);
            as = parts[1];
            rest = parts[2];
        }
        String[] words = rest.split(" ", 3);
        if (words[0].equals("PATCH")) {
            String[] tail = words[2].split(" ", 2);
            String format = words[1].equals("strategic") ? "strategic-merge" : words[1];
            return new Line(
                    text, isLoose, until, as, "PATCH", tail[0], "application/" + format + "-patch+json", tail[1]);
        }
        String body = words.length > 2 ? words[2] : "";
        return new Line(text, isLoose, until, as, words[0], words[1], body.isEmpty() ? "" : "application/json", body);
    }
}
