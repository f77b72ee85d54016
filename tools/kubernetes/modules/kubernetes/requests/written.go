package main

import (
	"encoding/json"
	"strings"
)

// written returns pods for each rule.
func written() []entry {
	return []entry{
		pod("no containers", `{"spec":{}}`),
		pod("no requests", `{"spec":{"containers":[{"name":"a"}]}}`),
		pod("limits do not count", `{"spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":"1"}}}]}}`),
		pod("one container", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1500m","memory":"1Gi","nvidia.com/gpu":"2"}}}]}}`),
		pod("zero", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"0","memory":"0"}}}]}}`),
		pod("a number", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":2,"memory":1e3}}}]}}`),
		pod("null", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":null,"memory":"1"}}}]}}`),
		pod("containers add up", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Gi"}}},{"name":"b","resources":{"requests":{"cpu":"0.5","memory":"1G","ephemeral-storage":"1"}}}]}}`),
		pod("sums are rounded, not summands", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"100u","memory":"0.2"}}},{"name":"b","resources":{"requests":{"cpu":"300u","memory":"0.3"}}},{"name":"c","resources":{"requests":{"cpu":"600001n","memory":"0.6"}}}]}}`),
		pod("finest amounts", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1n","memory":"0.0000000001"}}},{"name":"b","resources":{"requests":{"cpu":"999999n","memory":"999999999n"}}}]}}`),
		pod("a large init container", `{"spec":{"initContainers":[{"name":"i","resources":{"requests":{"cpu":"3","memory":"1Mi"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"2Mi"}}}]}}`),
		pod("init containers do not add up", `{"spec":{"initContainers":[{"name":"i","resources":{"requests":{"cpu":"2"}}},{"name":"j","resources":{"requests":{"cpu":"2","memory":"1"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("a sidecar", `{"spec":{"initContainers":[{"name":"i","restartPolicy":"Always","resources":{"requests":{"cpu":"2"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("init container before a sidecar", `{"spec":{"initContainers":[{"name":"j","resources":{"requests":{"cpu":"4"}}},{"name":"i","restartPolicy":"Always","resources":{"requests":{"cpu":"2"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("init container after a sidecar", `{"spec":{"initContainers":[{"name":"i","restartPolicy":"Always","resources":{"requests":{"cpu":"2"}}},{"name":"j","resources":{"requests":{"cpu":"4"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("init container between sidecars", `{"spec":{"initContainers":[{"name":"i","restartPolicy":"Always","resources":{"requests":{"cpu":"2"}}},{"name":"j","resources":{"requests":{"cpu":"4"}}},{"name":"k","restartPolicy":"Always","resources":{"requests":{"cpu":"3","memory":"5"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("init container with another restart policy", `{"spec":{"initContainers":[{"name":"i","restartPolicy":"OnFailure","resources":{"requests":{"cpu":"2"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("overhead", `{"spec":{"overhead":{"cpu":"250m","memory":"120Mi"},"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("overhead beside a large init container", `{"spec":{"overhead":{"cpu":"250m"},"initContainers":[{"name":"i","resources":{"requests":{"cpu":"3"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("pod level above the sum", `{"spec":{"resources":{"requests":{"cpu":"4","memory":"1Gi"}},"containers":[{"name":"a","resources":{"requests":{"cpu":"1","nvidia.com/gpu":"1"}}}]}}`),
		pod("pod level below an init container", `{"spec":{"resources":{"requests":{"cpu":"2"}},"initContainers":[{"name":"i","resources":{"requests":{"cpu":"3"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Ki"}}}]}}`),
		pod("pod level hugepages and overhead", `{"spec":{"overhead":{"memory":"1Mi"},"resources":{"requests":{"memory":"64Mi","hugepages-2Mi":"32Mi"}},"containers":[{"name":"a","resources":{"requests":{"memory":"1Mi","hugepages-1Gi":"1Gi"}}}]}}`),
		pod("pod level without other resources", `{"spec":{"resources":{"requests":{"nvidia.com/gpu":"4","ephemeral-storage":"1Gi"}},"containers":[{"name":"a","resources":{"requests":{"nvidia.com/gpu":"1"}}}]}}`),
		pod("pod level limits do not count", `{"spec":{"resources":{"limits":{"cpu":"4"}},"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("pod level zero", `{"spec":{"resources":{"requests":{"cpu":"0"}},"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		resized("grown, not yet allocated", "4", "2", "2", ""),
		resized("grown, allocated", "4", "4", "2", ""),
		resized("grown, in effect", "4", "4", "4", ""),
		resized("shrunk, not yet allocated", "1", "2", "2", ""),
		resized("shrunk, allocated", "1", "1", "2", ""),
		resized("deferred", "4", "2", "2", "Deferred"),
		resized("infeasible", "400", "2", "2", "Infeasible"),
		resized("infeasible while an earlier one is under way", "400", "3", "2", "Infeasible"),
		pod("allocated without resources in effect", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]},"status":{"containerStatuses":[{"name":"a","allocatedResources":{"cpu":"3"}}]}}`),
		pod("empty resources in effect", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]},"status":{"containerStatuses":[{"name":"a","resources":{},"allocatedResources":{"cpu":"3"}}]}}`),
		pod("infeasible without a status of the container", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"5"}}}]},"status":{"conditions":[{"type":"PodResizePending","reason":"Infeasible","status":"True"}]}}`),
		pod("infeasible with empty resources in effect", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"5"}}}]},"status":{"conditions":[{"type":"PodResizePending","reason":"Infeasible","status":"True"}],"containerStatuses":[{"name":"a","resources":{}}]}}`),
		pod("the first condition decides", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"5"}}}]},"status":{"conditions":[{"type":"PodResizePending","reason":"Deferred","status":"True"},{"type":"PodResizePending","reason":"Infeasible","status":"True"}],"containerStatuses":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]}}`),
		pod("status of another container", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]},"status":{"containerStatuses":[{"name":"b","resources":{"requests":{"cpu":"3"}}}]}}`),
		pod("a resized sidecar", `{"spec":{"initContainers":[{"name":"s","restartPolicy":"Always","resources":{"requests":{"cpu":"1"}}},{"name":"i","resources":{"requests":{"cpu":"2"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]},"status":{"initContainerStatuses":[{"name":"s","allocatedResources":{"cpu":"3"},"resources":{"requests":{"cpu":"2"}}},{"name":"i","allocatedResources":{"cpu":"9"},"resources":{"requests":{"cpu":"9"}}}]}}`),
		pod("pod level in status", `{"spec":{"resources":{"requests":{"cpu":"2","memory":"1Gi"}},"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]},"status":{"allocatedResources":{"cpu":"3"},"resources":{"requests":{"cpu":"1","memory":"2Gi","hugepages-2Mi":"2Mi"}}}}`),
		pod("pod level infeasible", `{"spec":{"resources":{"requests":{"cpu":"20","memory":"10Gi"}},"containers":[{"name":"a","resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]},"status":{"conditions":[{"type":"PodResizePending","reason":"Infeasible","status":"True"}],"allocatedResources":{"cpu":"3"},"resources":{"requests":{"cpu":"2"}}}}`),
		pod("pod level allocated without resources in effect", `{"spec":{"resources":{"requests":{"cpu":"2"}},"containers":[{"name":"a"}]},"status":{"allocatedResources":{"cpu":"3"}}}`),
		pod("claims served by the node", `{"spec":{"overhead":{"cpu":"1m"},"initContainers":[{"name":"i","resources":{"requests":{"cpu":"3"}}}],"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]},"status":{"nodeAllocatableResourceClaimStatuses":[{"resourceClaimName":"x","resources":{"cpu":"2","memory":"1Gi"}},{"resourceClaimName":"y","resources":{"memory":"1Gi"}}]}}`),
		pod("claims served by the node, below the pod level", `{"spec":{"resources":{"requests":{"cpu":"5"}},"containers":[{"name":"a","resources":{"requests":{"cpu":"1"}}}]},"status":{"nodeAllocatableResourceClaimStatuses":[{"resourceClaimName":"x","resources":{"cpu":"2","memory":"1Gi"}}]}}`),
		pod("many resources", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"a.example/1":"1","a.example/2":"2","a.example/3":"3","a.example/4":"4","a.example/5":"5","a.example/6":"6","a.example/7":"7","cpu":"8","memory":"9"}}},{"name":"b","resources":{"requests":{"a.example/7":"7","a.example/8":"8"}}}]}}`),
		pod("largest amounts", `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"9223372036854775","memory":"9223372036854775807"}}}]}}`),
	}
}

func pod(name, text string) entry {
	var fields object
	decoder := json.NewDecoder(strings.NewReader(text))
	// Keeps numbers as they are written.
	decoder.UseNumber()
	check(decoder.Decode(&fields))
	return entry{Name: name, Pod: fields}
}

func resized(name, asked, allocated, actuated, pending string) entry {
	conditions := ""
	if pending != "" {
		conditions = `"conditions":[{"type":"PodResizePending","status":"True","reason":"` + pending + `"}],`
	}
	return pod("resize: "+name, `{"spec":{"containers":[{"name":"a","resources":{"requests":{"cpu":"`+asked+`","memory":"1Gi"}}},{"name":"b","resources":{"requests":{"cpu":"1"}}}]},"status":{`+
		conditions+`"containerStatuses":[{"name":"a","allocatedResources":{"cpu":"`+allocated+`","memory":"1Gi"},"resources":{"requests":{"cpu":"`+actuated+`","memory":"1Gi"}}}]}}`)
}
