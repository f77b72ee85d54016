package dev.sluice.traces.platform;

import dev.sluice.traces.TraceException;
import dev.sluice.traces.TraceException.Place;
import dev.sluice.traces.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads SimGrid's platform XML, version 4 and the names of version 3.
public final class PlatformReader {
    /// Ten times the largest machine; a typing error in a cluster's radical gives more.
    static final int HOSTS_MAX = 1_000_000;

    /// Zones are sites, machines, cabinets, chassis. The JDK's own limit is 100.
    private static final int DEPTH_MAX = 50;

    /// An element that is still open.
    ///
    /// @param properties filled by its `prop` elements
    private record Open(String element, Map<String, String> attributes, Place place, Map<String, String> properties) {
        boolean isZone() {
            return element.equals("zone") || element.equals("AS");
        }

        Optional<String> find(String attribute) {
            return Optional.ofNullable(attributes.get(attribute));
        }
    }

    private final XMLStreamReader xml;
    private final String source;
    private final Deque<Open> open = new ArrayDeque<>();
    private final List<Host> hosts = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private PlatformReader(XMLStreamReader xml, String source) {
        this.xml = xml;
        this.source = source;
    }

    public static Platform read(Path file) throws IOException {
        try (InputStream in = TraceFile.open(file)) {
            return read(in, file.toString());
        }
    }

    /// Reads a stream without closing it.
    ///
    /// @param source the name used in messages
    public static Platform read(InputStream in, String source) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        // Platform files name a DTD on the network. Nothing is loaded, and entities are not supported.
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            return new PlatformReader(factory.createXMLStreamReader(XmlDecoder.open(in, source)), source).run();
        } catch (IOException e) {
            throw new TraceException(Place.startOf(source), "cannot be read: " + e.getMessage());
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof CharacterCodingException) {
                throw new TraceException(
                        place(Optional.ofNullable(e.getLocation()), source),
                        "not in the encoding that the file declares, or not UTF-8");
            }
            // The parser's own message begins with the position and has the reason in its last line.
            String reason = String.valueOf(e.getMessage());
            throw new TraceException(
                    place(Optional.ofNullable(e.getLocation()), source),
                    "not well-formed XML: "
                            + reason.substring(reason.lastIndexOf('\n') + 1).replaceFirst("^Message: ", ""));
        }
    }

    private Platform run() throws XMLStreamException {
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> begin();
                case XMLStreamConstants.END_ELEMENT -> end(open.pop());
                default -> {}
            }
        }
        if (hosts.isEmpty()) {
            throw new TraceException(Place.startOf(source), "has no host");
        }
        return new Platform(hosts);
    }

    private void begin() {
        String element = xml.getLocalName();
        if (open.isEmpty() && !element.equals("platform")) {
            throw new TraceException(
                    here(""), "the root must be platform (" + TraceException.shown(element) + "). Maybe another file");
        }
        if (open.size() >= DEPTH_MAX) {
            throw new TraceException(here(element), "nested deeper than (" + DEPTH_MAX + ") levels");
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
        }
        Open begun = new Open(element, attributes, here(element), new LinkedHashMap<>());
        if (element.equals("prop") && !open.isEmpty()) {
            open.element().properties().put(required(begun, "id"), required(begun, "value"));
        }
        open.push(begun);
    }

    private void end(Open ended) {
        switch (ended.element()) {
            case "host", "peer" -> add(required(ended, "id"), ended, List.of());
            case "cluster", "cabinet" -> addCluster(ended);
            default -> {}
        }
    }

    private void addCluster(Open cluster) {
        String radical = required(cluster, "radical");
        try {
            for (int number : Radical.parse(radical, HOSTS_MAX - hosts.size())) {
                add(
                        required(cluster, "prefix") + number + required(cluster, "suffix"),
                        cluster,
                        List.of(required(cluster, "id")));
            }
        } catch (IllegalArgumentException e) {
            throw problem(cluster, "radical", e.getMessage() + " (" + TraceException.shown(radical) + ")");
        }
    }

    private void add(String name, Open element, List<String> innermost) {
        if (!names.add(name)) {
            throw problem(element, "id", "the host name is not unique (" + TraceException.shown(name) + ")");
        }
        if (hosts.size() == HOSTS_MAX) {
            throw problem(element, "id", "more hosts than (" + HOSTS_MAX + ")");
        }
        List<String> zones = new ArrayList<>();
        Map<String, String> zoneProperties = new LinkedHashMap<>();
        open.descendingIterator().forEachRemaining(level -> {
            if (level.isZone()) {
                level.find("id").ifPresent(zones::add);
                zoneProperties.putAll(level.properties());
            }
        });
        zones.addAll(innermost);
        hosts.add(new Host(name, zones, speeds(element), cores(element), element.properties(), zoneProperties));
    }

    private List<Double> speeds(Open element) {
        // Version 3 of the format called the attribute power.
        String attribute = element.find("speed").isPresent() ? "speed" : "power";
        String text = element.find(attribute)
                .orElseThrow(() -> new TraceException(element.place(), "attribute (speed) is missing"));
        List<Double> speeds = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            speeds.add(Units.speed(part)
                    .orElseThrow(() -> problem(
                            element,
                            attribute,
                            "must be a speed (" + TraceException.shown(part.strip()) + "). Maybe 1Gf or 98.095Mf")));
        }
        return speeds;
    }

    private int cores(Open element) {
        String text = element.find("core").orElse("1").strip();
        if (!text.matches("[1-9][0-9]{0,6}")) {
            throw problem(
                    element,
                    "core",
                    "must be a number of cores from 1 to 9999999 (" + TraceException.shown(text) + ")");
        }
        return Integer.parseInt(text);
    }

    private static String required(Open element, String attribute) {
        return element.find(attribute)
                .orElseThrow(() -> new TraceException(element.place(), "attribute (" + attribute + ") is missing"));
    }

    private static TraceException problem(Open element, String attribute, String problem) {
        Place place = element.place();
        String field = place.field() + "." + attribute;
        return new TraceException(new Place(place.source(), place.line(), place.column(), field), problem);
    }

    private Place here(String field) {
        Place place = place(Optional.of(xml.getLocation()), source);
        return new Place(source, place.line(), place.column(), TraceException.shown(field));
    }

    private static Place place(Optional<Location> at, String source) {
        return at.map(location -> new Place(
                        source, Math.max(1, location.getLineNumber()), Math.max(1, location.getColumnNumber()), ""))
                .orElse(Place.startOf(source));
    }
}
