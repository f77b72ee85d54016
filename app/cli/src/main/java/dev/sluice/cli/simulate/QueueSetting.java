package dev.sluice.cli.simulate;

import dev.sluice.cli.simulate.YamlMap.Item;
import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.set.Hostlist;

/// A setting of the queue configuration that affects some machines only.
record QueueSetting(Item item, Need need) {

    /// What the machine must have for the setting to have an effect.
    enum Need {
        NODES,
        CORES,
        GPUS,
        HOSTS,
        PROPERTY,
        COUNTED_PROCESSORS
    }

    /// Refuses a setting that has no effect on this machine.
    void requireEffect(MachineFacts machine) {
        switch (need) {
            case NODES -> requireRequested(machine, VertexKind.NODE, "nodes", " Maybe limit cores?");
            case CORES -> requireRequested(machine, VertexKind.CORE, "cores", " Maybe limit nodes?");
            case GPUS -> requireRequested(machine, VertexKind.GPU, "GPUs", "");
            case HOSTS -> requireHosts(machine);
            case PROPERTY -> requireProperty(machine);
            case COUNTED_PROCESSORS -> requireCountedProcessors(machine);
        }
    }

    private void requireRequested(MachineFacts machine, String type, String plural, String remedy) {
        if (!machine.requested().contains(type)) {
            throw item.wrong(
                    "has no effect: on this machine (" + machine.name() + ") no job requests " + plural + "." + remedy);
        }
    }

    private void requireHosts(MachineFacts machine) {
        requireAnyHost(machine);
        for (String host : Hostlist.parse(item.text()).hosts()) {
            if (!machine.hosts().contains(host)) {
                throw item.wrong("names a host (" + host + ") that the machine (" + machine.name() + ") does not have");
            }
        }
    }

    private void requireProperty(MachineFacts machine) {
        requireAnyHost(machine);
        String property = item.text().startsWith("^") ? item.text().substring(1) : item.text();
        if (!machine.properties().contains(property)) {
            throw item.wrong("is a property that no host of the machine (" + machine.name() + ") has");
        }
    }

    private void requireCountedProcessors(MachineFacts machine) {
        if (!machine.isCounted()) {
            throw item.wrong("needs processors that are only counted, and the machine (" + machine.name()
                    + ") has hosts. Maybe name some of them: hosts?");
        }
        if (item.number() > machine.size()) {
            throw item.wrong("is more than the machine (" + machine.name() + ") has");
        }
    }

    private void requireAnyHost(MachineFacts machine) {
        if (machine.hosts().isEmpty()) {
            throw item.wrong("has no effect: the machine (" + machine.name()
                    + ") has no hosts. Maybe processors, or a machine with hosts: --platform or --graph?");
        }
    }
}
