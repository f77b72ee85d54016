# The simulated nodes. Sourced by the supervisor; needs what up wrote into the file settings.
# shellcheck shell=bash disable=SC2154

node() { # number, from 1
  local name rack=$((($1 - 1) / nodes_per_rack + 1))
  local zone=$(((rack - 1) / racks_per_zone + 1))
  printf -v name 'node-%05d' "$1"
  local labels="kubernetes.io/hostname: $name, kubernetes.io/os: linux, kubernetes.io/arch: amd64, type: kwok"
  labels+=", sluice.dev/rack: rack-$rack, topology.kubernetes.io/zone: zone-$zone, topology.kubernetes.io/region: region-1"
  local capacity="{cpu: '$node_cpu', memory: '$node_memory', pods: '110', nvidia.com/gpu: '$node_gpus'}"
  local address="10.$((64 + $1 / 65536)).$(($1 / 256 % 256)).$(($1 % 256))"
  printf '%s' "{apiVersion: v1, kind: Node, metadata: {name: $name, labels: {$labels}}, " \
    "status: {capacity: $capacity, allocatable: $capacity, " \
    "addresses: [{type: InternalIP, address: $address}, {type: Hostname, address: $name}]}}"
}

# One curl for all of them, as kubectl sends some sixty requests a second and no more.
create_nodes() {
  local number
  for ((number = 1; number <= nodes; number++)); do
    printf '%s\n' "url = https://127.0.0.1:$api_port/api/v1/nodes" 'header = "Content-Type: application/yaml"' \
      "data = \"$(node "$number")\"" 'cacert = certs/ca.crt' 'cert = certs/admin.crt' 'key = certs/admin.key' \
      'noproxy = *' fail silent show-error 'output = /dev/null' next
  done | sed '$d' >nodes.curl
  ((nodes == 0)) || guarded curl --config nodes.curl --parallel --parallel-max 16 --fail-early
}
