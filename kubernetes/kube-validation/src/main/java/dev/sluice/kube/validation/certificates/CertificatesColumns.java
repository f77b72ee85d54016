package dev.sluice.kube.validation.certificates;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.NONE;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.HumanDuration;
import java.time.Duration;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class CertificatesColumns {
    static final List<Column> CERTIFICATE_SIGNING_REQUESTS = List.of(
            NAME,
            AGE,
            Column.text("SignerName", Cells.atOr(NONE, "spec", "signerName")),
            Column.text("Requestor", Cells.at("spec", "username")),
            Column.text("RequestedDuration", Cells.text(CertificatesColumns::requestedDuration)),
            Column.text("Condition", Cells.text(CertificatesColumns::condition)));

    private CertificatesColumns() {}

    private static String requestedDuration(JsonObject request) {
        boolean isGiven = request.object("spec").has("expirationSeconds");
        return isGiven ? HumanDuration.text(Duration.ofSeconds(request.number(0, "spec", "expirationSeconds"))) : NONE;
    }

    private static String condition(JsonObject request) {
        List<String> types = Cells.each(request.array("status", "conditions"), "type");
        String decided = types.contains("Approved") ? "Approved" : "Pending";
        return (types.contains("Denied") ? "Denied" : decided)
                + (types.contains("Failed") ? ",Failed" : "")
                + (request.text("status", "certificate").isEmpty() ? "" : ",Issued");
    }
}
