package dev.sluice.benchmarks.fluxion;

import dev.sluice.graph.io.JgfWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes the machine, jobspecs and scripts that `sluice resource-query` is timed with.
public final class FluxionFiles {
    private static final long SECONDS = 3600;
    private static final int MATCHES = 100_000;
    private static final int LARGE_MATCHES = 5_000;

    private FluxionFiles() {}

    /// Writes the files.
    ///
    /// @param arguments how many nodes, and the folder to write to
    public static void main(String[] arguments) throws IOException {
        int nodes = Integer.parseInt(arguments[0]);
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        Files.writeString(folder.resolve("machine.graphml"), grug(nodes));
        try (Writer out = Files.newBufferedWriter(folder.resolve("machine.json"))) {
            JgfWriter.writeGraph(FluxionMachine.of(nodes), out);
        }
        for (Shape shape : Shape.values()) {
            Path job = folder.resolve(shape.name() + ".yaml");
            Files.writeString(job, shape.yaml(SECONDS));
            script(folder, shape, job, nodes);
        }
        Files.writeString(folder.resolve("EMPTY.in"), "quit\n");
    }

    /// Matches; where not all of them fit, earlier jobs are cancelled meanwhile.
    private static void script(Path folder, Shape shape, Path job, int nodes) throws IOException {
        boolean large = shape == Shape.NODES_64 || shape == Shape.NODES_8_HALF;
        int matches = large ? LARGE_MATCHES : MATCHES;
        // So many stay, so that the machine is half full but for single cores.
        int staying = large ? 0 : shape == Shape.NODE ? nodes / 2 : MATCHES;
        try (Writer out = Files.newBufferedWriter(folder.resolve(shape.name() + ".in"))) {
            for (int i = 1; i <= matches; i++) {
                out.write("match allocate " + job + "\n" + (i > staying ? "cancel " + (i - staying) + "\n" : ""));
            }
            out.write("quit\n");
        }
    }

    private static String grug(int nodes) {
        StringBuilder text = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                """);
        for (String key : new String[] {"root", "type", "basename", "size", "unit", "subsystem"}) {
            text.append("<key id=\"%s\" for=\"node\" attr.name=\"%s\" attr.type=\"string\"/>%n".formatted(key, key));
        }
        for (String key : new String[] {
            "e_subsystem", "relation", "id_scope", "id_start", "id_stride", "gen_method", "multi_scale"
        }) {
            text.append("<key id=\"%s\" for=\"edge\" attr.name=\"%s\" attr.type=\"string\"/>%n".formatted(key, key));
        }
        text.append("<graph id=\"G\" edgedefault=\"directed\">\n");
        part(text, "cluster", 1, true);
        part(text, "rack", 1, false);
        part(text, "node", 1, false);
        part(text, "socket", 1, false);
        part(text, "core", 1, false);
        part(text, "gpu", 1, false);
        part(text, "memory", FluxionMachine.BANK_GIGABYTES, false);
        link(text, "cluster", "rack", 0, FluxionMachine.RACKS);
        link(text, "rack", "node", 1, nodes / FluxionMachine.RACKS);
        link(text, "node", "socket", 0, FluxionMachine.SOCKETS);
        link(text, "socket", "core", 1, FluxionMachine.CORES);
        link(text, "socket", "gpu", 1, FluxionMachine.GPUS);
        link(text, "socket", "memory", 1, FluxionMachine.BANKS);
        return text.append("</graph>\n</graphml>\n").toString();
    }

    private static void part(StringBuilder text, String type, int size, boolean root) {
        text.append("""
                <node id="%s"><data key="root">%d</data><data key="type">%s</data><data key="basename">%s</data>\
                <data key="size">%d</data><data key="subsystem">containment</data></node>
                """.formatted(type, root ? 1 : 0, type, type, size));
    }

    private static void link(StringBuilder text, String source, String target, int scope, int scale) {
        text.append("""
                <edge id="%sTo%s" source="%s" target="%s"><data key="e_subsystem">containment</data>\
                <data key="relation">contains</data><data key="id_scope">%d</data><data key="id_start">0</data>\
                <data key="id_stride">1</data><data key="gen_method">MULTIPLY</data><data key="multi_scale">%d</data></edge>
                """.formatted(source, target, source, target, scope, scale));
    }
}
