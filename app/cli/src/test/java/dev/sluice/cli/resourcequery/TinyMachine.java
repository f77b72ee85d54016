package dev.sluice.cli.resourcequery;

/// The smallest machine on which something can be refused: one node with two cores.
final class TinyMachine {
    static final String GRUG = """
            <graphml>
              <key id="root" attr.name="root"/><key id="type" attr.name="type"/>
              <key id="multi_scale" attr.name="multi_scale"/>
              <graph>
                <node id="c"><data key="root">1</data><data key="type">cluster</data></node>
                <node id="n"><data key="type">node</data></node>
                <node id="k"><data key="type">core</data></node>
                <edge source="c" target="n"/>
                <edge source="n" target="k"><data key="multi_scale">2</data></edge>
              </graph>
            </graphml>
            """;

    static final String ONE_CORE = """
            version: 9999
            resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
            tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
            attributes: {system: {duration: 60}}
            """;

    /// What `match allocate` prints for the first job with policy low.
    static final String FIRST_CORE = """
                  ---------core0[1:x]
                  ------node0[1:s]
                  ---cluster0[1:s]
            INFO: =============================
            INFO: JOBID=1
            INFO: RESOURCES=ALLOCATED
            INFO: SCHEDULED AT=Now
            INFO: =============================
            """;

    private TinyMachine() {}
}
