package main

import (
	"fmt"
	"math/rand/v2"
)

const (
	pods = 400
	seed = 20260701
)

var (
	cpus     = []string{"0", "1", "2", "16", "500m", "1500m", "0.1", "2.25", "100u", "7n", "1e1", "1k"}
	memories = []string{"0", "1", "64Mi", "1Gi", "1.5Gi", "200M", "3e8", "0.5", "123456789", "1Ti", "5k", "1100m"}
	counts   = []string{"0", "1", "2", "8", "1k"}
	names    = []string{"memory", "cpu", "ephemeral-storage", "nvidia.com/gpu", "hugepages-2Mi", "hugepages-1Gi"}
)

// dice makes the same pods in every run.
type dice struct{ *rand.Rand }

func random() []entry {
	d := dice{rand.New(rand.NewPCG(seed, 0))}
	all := make([]entry, 0, pods)
	for i := range pods {
		all = append(all, entry{Name: fmt.Sprint("random ", i), Pod: d.pod()})
	}
	return all
}

func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

func (d dice) one(of []string) string { return of[d.IntN(len(of))] }

func (d dice) amounts() object {
	list := object{}
	for _, name := range names {
		if !d.chance(40) {
			continue
		}
		switch name {
		case "cpu":
			list[name] = d.one(cpus)
		case "nvidia.com/gpu":
			list[name] = d.one(counts)
		default:
			list[name] = d.one(memories)
		}
	}
	return list
}

func (d dice) pod() object {
	isResized := d.chance(50)
	var containers, initContainers, states, initStates []object
	for i := range 1 + d.IntN(3) {
		container, state := d.container(fmt.Sprint("c", i))
		containers = append(containers, container)
		if d.chance(80) {
			states = append(states, state)
		}
	}
	for i := range d.IntN(4) {
		container, state := d.container(fmt.Sprint("i", i))
		if d.chance(50) {
			container["restartPolicy"] = "Always"
		}
		initContainers = append(initContainers, container)
		if d.chance(80) {
			initStates = append(initStates, state)
		}
	}
	spec := object{"containers": containers, "initContainers": initContainers}
	status := object{"phase": "Running"}
	if d.chance(20) {
		spec["overhead"] = d.amounts()
	}
	if d.chance(30) {
		spec["resources"] = object{"requests": d.amounts()}
	}
	if isResized {
		status["containerStatuses"] = states
		status["initContainerStatuses"] = initStates
		d.resize(status)
	}
	return object{"spec": spec, "status": status}
}

func (d dice) container(name string) (container, state object) {
	container = object{"name": name, "resources": object{"requests": d.amounts()}}
	state = object{"name": name}
	if d.chance(80) {
		state["resources"] = object{"requests": d.amounts()}
	}
	if d.chance(80) {
		state["allocatedResources"] = d.amounts()
	}
	return container, state
}

func (d dice) resize(status object) {
	if d.chance(50) {
		reason := d.one([]string{"Infeasible", "Deferred"})
		status["conditions"] = []object{
			{"type": "Ready", "status": "True"},
			{"type": "PodResizePending", "status": "True", "reason": reason},
		}
	}
	if d.chance(50) {
		status["resources"] = object{"requests": d.amounts()}
	}
	if d.chance(50) {
		status["allocatedResources"] = d.amounts()
	}
	if d.chance(20) {
		status["nodeAllocatableResourceClaimStatuses"] = []object{{"resourceClaimName": "x", "resources": d.amounts()}}
	}
}
