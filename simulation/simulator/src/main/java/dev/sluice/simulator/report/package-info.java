/// HTML reports: [dev.sluice.simulator.report.RunReport] shows one run or several side by side,
/// [dev.sluice.simulator.report.ComparisonReport] the runs of a sweep.
///
/// A page is one file that needs no network and no server. Its template, styles and scripts are resources of
/// this package; it contains its data, packed, and scripts draw them in the browser.
@NullMarked
package dev.sluice.simulator.report;

import org.jspecify.annotations.NullMarked;
