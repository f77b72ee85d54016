# Finds free ports. Sourced.
# shellcheck shell=bash

# Below the range from which the kernel serves outgoing connections. Two instances that pick the same port at the
# same moment do not clash for long: up restarts the one with a component that finds its address in use.
free_ports() { # how many
  local port hex chosen=' '
  while (($(wc --words <<<"$chosen") < $1)); do
    port=$((10000 + RANDOM % 20000))
    printf -v hex ':%04X ' "$port"
    [[ $chosen == *" $port "* ]] || grep --quiet --no-messages "$hex" /proc/net/tcp /proc/net/tcp6 || chosen+="$port "
  done
  printf '%s\n' "$chosen"
}
