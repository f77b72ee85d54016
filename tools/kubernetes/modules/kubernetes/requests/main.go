// Writes pods and their effective requests, counted by Kubernetes' own code with the options of kube-scheduler.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	v1 "k8s.io/api/core/v1"
	"k8s.io/component-helpers/resource"
)

// object is written with its keys sorted, so the table stays the same from run to run.
type object = map[string]any

type entry struct {
	Name    string           `json:"name"`
	Pod     object           `json:"pod"`
	Amounts map[string]int64 `json:"amounts"`
}

func main() {
	all := append(written(), random()...)
	fmt.Println(`{"cases": [`)
	for i, one := range all {
		one.Amounts = amounts(one.Pod)
		line, err := json.Marshal(one)
		check(err)
		comma := ","
		if i == len(all)-1 {
			comma = ""
		}
		fmt.Printf("  %s%s\n", line, comma)
	}
	fmt.Println("]}")
}

func amounts(fields object) map[string]int64 {
	text, err := json.Marshal(fields)
	check(err)
	var pod v1.Pod
	check(json.Unmarshal(text, &pod))
	// All on by default in this version, apart from the claims, whose status is empty where they are off.
	requests := resource.PodRequests(&pod, resource.PodResourcesOptions{
		UseStatusResources: true,
		InPlacePodLevelResourcesVerticalScalingEnabled: true,
		UseDRANodeAllocatableResourceClaimStatus:       true,
	})
	result := map[string]int64{"pods": 1}
	for name, quantity := range requests {
		amount := quantity.Value()
		if name == v1.ResourceCPU {
			amount = quantity.MilliValue()
		}
		if amount != 0 {
			result[string(name)] = amount
		}
	}
	return result
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "requests:", err)
		os.Exit(1)
	}
}
