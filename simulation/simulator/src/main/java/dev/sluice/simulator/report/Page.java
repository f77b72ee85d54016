package dev.sluice.simulator.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One self-contained HTML file, from the template, styles and scripts among the resources.
///
/// The page's own security policy lets the browser run these scripts and styles, known by their hashes, and nothing
/// else: no text among the data can become code, and nothing is fetched from anywhere.
final class Page {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{(\\w+)}}");

    private final Map<String, String> parts;

    /// @param data JSON without `<`
    private Page(String title, String style, String script, String data) {
        parts = Map.of(
                "title", escape(title),
                "security", "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script),
                "style", style,
                "script", script,
                "data", data);
    }

    static Page of(String title, List<String> scripts, String data) {
        return of(title, List.of("report.css"), scripts, data);
    }

    static Page of(String title, List<String> styles, List<String> scripts, String data) {
        String style = styles.stream().map(Page::resource).collect(Collectors.joining("\n"));
        String script = scripts.stream()
                .map(Page::resource)
                .collect(Collectors.joining("\n", "\"use strict\";\n(() => {\n", "})();\n"));
        return new Page(title, style, script, data);
    }

    void writeTo(OutputStream out) throws IOException {
        String template = resource("page.html");
        Matcher placeholder = PLACEHOLDER.matcher(template);
        int copied = 0;
        while (placeholder.find()) {
            write(out, template.substring(copied, placeholder.start()));
            write(out, Objects.requireNonNull(parts.get(placeholder.group(1)), placeholder.group()));
            copied = placeholder.end();
        }
        write(out, template.substring(copied));
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read resource (" + name + ")", e);
        }
    }
}
