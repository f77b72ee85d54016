import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What the server says that it serves.
final class Discovery {
    private Discovery() {}

    static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("group -");
        addVersion(lines, "v1", "/api/v1");
        for (Json item : Generate.get("/apis").array("groups")) {
            JsonObject group = (JsonObject) item;
            lines.add("group " + group.text("name"));
            for (Json version : group.array("versions")) {
                JsonObject one = (JsonObject) version;
                addVersion(lines, one.text("version"), "/apis/" + one.text("groupVersion"));
            }
        }
        return lines;
    }

    private static void addVersion(List<String> lines, String version, String path) throws IOException {
        lines.add(" version " + version);
        List<JsonObject> resources = new ArrayList<>();
        Generate.get(path).array("resources").forEach(each -> resources.add((JsonObject) each));
        for (JsonObject resource : resources) {
            String name = resource.text("name");
            if (!name.contains("/")) {
                lines.add(resource(resource));
                resources.stream()
                        .filter(other -> other.text("name").startsWith(name + "/"))
                        .map(Discovery::subresource)
                        .forEach(lines::add);
            }
        }
    }

    private static String resource(JsonObject resource) {
        return "  resource " + resource.text("name") + " " + resource.text("kind") + " "
                + (resource.isTrue("namespaced") ? "namespaced" : "cluster")
                + " singular=" + resource.text("singularName")
                + list(resource, "shortNames", " short=")
                + list(resource, "categories", " categories=")
                + list(resource, "verbs", " verbs=")
                + (resource.has("storageVersionHash") ? " hash=" + resource.text("storageVersionHash") : "");
    }

    private static String subresource(JsonObject resource) {
        String name = resource.text("name");
        String group = resource.text("group");
        String version = resource.text("version");
        return "   sub " + name.substring(name.indexOf('/') + 1) + " " + resource.text("kind")
                + (version.isEmpty() ? "" : " apiVersion=" + (group.isEmpty() ? "" : group + "/") + version)
                + list(resource, "verbs", " verbs=");
    }

    private static String list(JsonObject resource, String field, String label) {
        List<String> texts = new ArrayList<>();
        resource.array(field).forEach(each -> texts.add(((JsonString) each).text()));
        return texts.isEmpty() ? "" : label + String.join(",", texts);
    }
}
